// Runs one test file of a copy with vitest, and reads what came of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { kindOfTest } from './kind-of-test.ts'
import type { Copy } from './make-copy.ts'

/** The slowest file of a default kind takes 45 s on a quiet machine; a fault may make each of its waits run into its limit. */
const RUN_LIMIT_MS = 15 * 60_000
const OUTPUT_KEPT_CHARS = 4000

export interface FailedTest {
  readonly title: string
  /** The first line of its failure. */
  readonly why: string
}

export interface FileRun {
  readonly passed: number
  /** Left out on this machine, for want of strace or root for example. */
  readonly skipped: number
  readonly failed: readonly FailedTest[]
  /** Why there is no result of tests: the file could not be loaded, or vitest ended early. */
  readonly broken: string | null
  readonly tookMs: number
}

export interface RunOrder {
  readonly file: string
  /** One failed test is enough to know. */
  readonly stopsAtFirst: boolean
}

export async function runTestFile(copy: Copy, { file, stopsAtFirst }: RunOrder): Promise<FileRun> {
  const beganMs = performance.now()
  const reportPath = join(copy.temp, 'report.json')
  rmSync(reportPath, { force: true })
  const args = [
    join(copy.root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--project=${kindOfTest(file)}`,
    '--reporter=json',
    `--outputFile=${reportPath}`,
    '--maxWorkers=1',
    ...(stopsAtFirst ? ['--bail=1'] : []),
    file,
  ]
  const child = spawn(process.execPath, args, {
    cwd: copy.root,
    env: environmentOf(copy),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const keep = (text: string) => (output = (output + text).slice(-OUTPUT_KEPT_CHARS))
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  const limit = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), RUN_LIMIT_MS)
  await once(child, 'exit')
  clearTimeout(limit)
  return { ...readReport(reportPath, output), tookMs: performance.now() - beganMs }
}

/** Nothing of the run that this is a part of: its build is of the sound sources. */
function environmentOf({ temp }: Copy): Record<string, string> {
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env
  return { PATH: [dirname(process.execPath), PATH].join(delimiter), HOME, LANG, TMPDIR: temp }
}

interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

function readReport(path: string, output: string): Omit<FileRun, 'tookMs'> {
  const report = parseReport(path)
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [first = ''] }) => ({ title: fullName, why: firstLine(first) }))
  const passed = tests.filter(({ status }) => status === 'passed').length
  const skipped = tests.length - passed - failed.length
  if (tests.length > 0) return { passed, skipped, failed, broken: null }
  const message = report?.testResults.map(({ message: words }) => words).join('\n') ?? ''
  return { passed, skipped, failed, broken: message.trim() || output.trim() || 'vitest said nothing' }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function parseReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return undefined // vitest ended before it could report
  }
}
