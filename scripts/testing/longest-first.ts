// The order of test files: kind by kind, since a worker goes on with a file of the same kind without loading everything again; and
// in each kind the longest first, since one that starts last keeps a worker busy while the others have nothing to do.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readTimes } from './times.ts'

/** Those with long files first. */
const KINDS: readonly string[] = ['e2e', 'browser', 'tidy', 'contract', 'sim', 'unit']

const placeOf = ({ project }: TestSpecification) => KINDS.indexOf(project.name)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = process.cwd()
    const times = readTimes(root)
    // A file without a row is new, and may be long.
    const secondsOf = ({ moduleId, project }: TestSpecification) =>
      times[relative(root, moduleId)] ?? (project.name === 'unit' ? 0 : Number.MAX_VALUE)
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || secondsOf(b) - secondsOf(a))
  }
}
