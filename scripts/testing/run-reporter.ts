// A reporter of vitest that writes the outcome of a run as one JSON file, for the script that started the run.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { FileReport, RunReport, TestReport } from './run-report.ts'

/** The environment variable that says where the file goes. */
export const REPORT_PATH = 'CMUX_TEST_REPORT'

export class RunReporter implements Reporter {
  readonly #path: string
  /** By the number that vitest gives a file: why some of its tests are skipped, as the file itself has said. */
  readonly #reasons = new Map<string, string[]>()

  constructor(path: string) {
    this.#path = path
  }

  onUserConsoleLog({ content, taskId = '' }: UserConsoleLog): void {
    const reasons = content.split('\n').flatMap((line) => /^NOT RUN: (.*)/.exec(line)?.[1] ?? [])
    if (reasons.length > 0) this.#reasons.set(taskId, [...(this.#reasons.get(taskId) ?? []), ...reasons])
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const report: RunReport = {
      files: modules.map((module) => describeFile(module, this.#reasons.get(module.id) ?? [])),
      unhandled: unhandled.map(({ message }) => message),
    }
    writeFileSync(this.#path, JSON.stringify(report))
  }
}

function describeFile(module: TestModule, notRun: readonly string[]): FileReport {
  const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic()
  return {
    file: relative(process.cwd(), module.moduleId),
    kind: module.project.name,
    seconds: (collectDuration + setupDuration + prepareDuration + duration) / 1000,
    errors: [module, ...module.children.allSuites()].flatMap((part) =>
      part.errors().map(({ message }) => message),
    ),
    tests: [...module.children.allTests()].map(describeTest),
    notRun,
  }
}

function describeTest(test: TestCase): TestReport {
  const result = test.result()
  const note = result.state === 'skipped' ? result.note : undefined
  return { name: test.fullName, state: result.state, why: result.errors?.[0]?.message ?? note ?? '' }
}
