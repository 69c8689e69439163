// Planted faults that no test can notice, each with the reason. They count as survivors; `./cmux test mutants` names the stale rows.
import type { Explained } from '../../scripts/mutant-report.ts'

export const EXPLAINED: readonly Explained[] = []
