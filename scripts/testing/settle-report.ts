// A failed file gets a second run, alone. The second run decides; a test that failed only in the first is unsteady.
import { countTests, listFaults, type Fault, type FileReport, type RunReport } from './run-report.ts'

export interface SettledReport {
  readonly files: readonly FileReport[]
  readonly failed: readonly Fault[]
  readonly unsteady: readonly Fault[]
  readonly passed: number
  readonly skipped: number
}

export function settleReport(first: RunReport, second?: RunReport): SettledReport {
  const again = new Map(second?.files.map((report) => [report.file, report]))
  const files = first.files.map((report) => again.get(report.file) ?? report)
  const unhandled = [...first.unhandled, ...(second?.unhandled ?? [])]
  const failed = listFaults({ files, unhandled })
  const isFailed = ({ file, test }: Fault) =>
    failed.some((fault) => fault.file === file && fault.test === test)
  const unsteady = listFaults(first).filter((fault) => again.has(fault.file) && !isFailed(fault))
  return {
    files,
    failed,
    unsteady,
    passed: countTests(files, 'passed'),
    skipped: countTests(files, 'skipped') + countTests(files, 'pending'),
  }
}
