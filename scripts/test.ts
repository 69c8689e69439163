// `./cmux test [kinds]`: brings the tools that tests need, runs vitest, and ends with the one line that CI reads.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { bringPrograms } from './bring-programs.ts'
import { bringTools } from './bring-tools.ts'

const KINDS = ['tidy', 'unit', 'contract', 'sim', 'e2e', 'browser', 'real', 'soak'] as const
/** What a plain `./cmux test` leaves out: one brings a gigabyte of programs, the other takes its time. */
const ASKED_FOR: ReadonlySet<string> = new Set(['real', 'soak'])
const DEFAULT_KINDS = KINDS.filter((kind) => !ASKED_FOR.has(kind))

const root = join(import.meta.dirname, '..')

function chooseKinds(words: readonly string[]): readonly string[] | undefined {
  if (words.length === 0) return DEFAULT_KINDS
  if (words.includes('all')) return KINDS
  return words.every((word) => (KINDS as readonly string[]).includes(word)) ? words : undefined
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** One line each, with the first line of why: a log is often kept from its end. */
function listFailed({ testResults }: Report): string[] {
  return testResults.flatMap((file) => {
    const told = (title: string, why = '') =>
      `failed: ${relative(root, file.name)} ${title}: ${why.split('\n', 1)[0]}`
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [told('as a whole', file.message)]
    return failed.map(({ fullName, failureMessages }) => told(fullName, failureMessages[0]))
  })
}

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return undefined // vitest ended before it could report
  }
}

const kinds = chooseKinds(process.argv.slice(2))
if (!kinds) {
  process.stderr.write(`cmux: there is no such kind of test (USAGE)\nhint: one of ${KINDS.join(', ')}, all\n`)
  process.exit(2)
}
const say = (text: string) => void process.stderr.write(`cmux: ${text}\n`)
bringTools(['tmux', 'strace', 'faketime', ...(kinds.includes('browser') ? (['chromium'] as const) : [])], {
  state: join(root, '.cmux-setup'),
  say,
})
if (kinds.includes('real') && !bringPrograms(join(root, 'test', 'real'), say)) {
  say("the agents' programs could not be brought (SETUP_FAILED)\nhint: check the network, then try again")
  process.stdout.write('0 passed, 1 failed\n')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'cmux-test-'))
const reportPath = join(folder, 'report.json')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const projects = kinds.flatMap((kind) => ['--project', kind])
const args = [
  vitest,
  'run',
  ...projects,
  '--passWithNoTests',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${reportPath}`,
]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
const report = readReport(reportPath)
rmSync(folder, { recursive: true, force: true })

const failed = report
  ? report.numFailedTests + (report.numFailedTests === 0 ? report.numFailedTestSuites : 0)
  : 1
const skipped = report?.numPendingTests ?? 0
for (const line of report ? listFailed(report) : []) process.stdout.write(`${line}\n`)
process.stdout.write(
  `${report?.numPassedTests ?? 0} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
)
process.exit(status ?? 1)
