// `./cmux test mutants [FILE…]`: plants faults in the deciders (test/mutants/deciders.ts), one at a time, and fails when the tests
// notice too few of them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { DECIDERS, type Decider } from '../test/mutants/deciders.ts'
import { EXPLAINED } from '../test/mutants/explained.ts'
import { bringPrograms } from './bring-programs.ts'
import {
  listScores,
  listStale,
  listSurvivors,
  percentOf,
  scoreFiles,
  sumScores,
  type FileScore,
  type StrykerReport,
} from './mutant-report.ts'
import { runQuietly } from './run-quietly.ts'

const SCORE_MIN_PERCENT = 85
/** A file each: its static mutants then need the tests of that file only, not all of them. */
const JOBS_DEFAULT = 2
/** A mutant that is only slow, on a busy machine, must not count as one that was found. */
const MUTANT_LIMIT_MS = 20_000

const root = join(import.meta.dirname, '..')
const tool = join(root, 'test', 'mutants')
const packages = join(tool, 'node_modules', '@stryker-mutator')
const page = join(root, 'docs', 'mutants.md')

const say = (text: string) => void process.stderr.write(`cmux: ${text}\n`)
const print = (lines: readonly string[]) =>
  void process.stdout.write(lines.map((line) => `${line}\n`).join(''))

/** The exit code. */
export async function testMutants(args: readonly string[]): Promise<number> {
  const wish = readWish(args)
  if (typeof wish === 'string') {
    process.stderr.write(`cmux: ${wish} (USAGE)\nhint: ./cmux test mutants [FILE…] [--jobs N] [--write]\n`)
    return 2
  }
  const { chosen, jobs, isWritten } = wish
  if (!bringPrograms(tool, say, 'Stryker (63 MB, once)')) return 1
  const scores = await runAll(chosen, jobs)
  report(scores)
  if (scores.length < chosen.length) {
    print([`score: not known, ${chosen.length - scores.length} of ${chosen.length} files are missing`])
    return 1
  }
  if (isWritten) writePage(scores)
  const percent = percentOf(sumScores(scores))
  print([`score: ${percent.toFixed(1)} % (at least ${SCORE_MIN_PERCENT} %)`])
  return percent >= SCORE_MIN_PERCENT ? 0 : 1
}

interface Wish {
  readonly chosen: readonly Decider[]
  /** So many files at once. */
  readonly jobs: number
  /** The scores are kept in docs/mutants.md: those of all files, or none. */
  readonly isWritten: boolean
}

/** What is wrong with it, if it can't be read. */
function readWish(args: readonly string[]): Wish | string {
  const options = { jobs: { type: 'string' }, write: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options,
  })
  const unknown = [
    ...Object.keys(values).filter((name) => !Object.hasOwn(options, name)),
    ...positionals.filter((word) => !DECIDERS.some(({ file }) => file.includes(word))),
  ]
  if (unknown.length > 0) return `no file of test/mutants/deciders.ts is called ${unknown.join(', ')}`
  const jobs = Number(values['jobs'] ?? JOBS_DEFAULT)
  if (!Number.isInteger(jobs) || jobs < 1) return 'how many jobs at once must be a number from 1 on'
  const chosen = DECIDERS.filter(
    ({ file }) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
  )
  const isWritten = values['write'] === true
  if (isWritten && chosen.length < DECIDERS.length) return 'only the scores of all files are kept'
  return { chosen, jobs, isWritten }
}

async function runAll(chosen: readonly Decider[], jobs: number): Promise<FileScore[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-mutants-'))
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  const queue = [...chosen]
  const found = new Map<string, FileScore>()
  const work = async () => {
    for (let next = queue.shift(); next && !ending.signal.aborted; next = queue.shift()) {
      const score = await runOne(next, folder, ending.signal)
      if (score) found.set(next.file, score)
    }
  }
  try {
    await Promise.all(Array.from({ length: jobs }, work))
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
    rmSync(folder, { recursive: true, force: true })
  }
  return chosen.flatMap(({ file }) => found.get(file) ?? [])
}

/** Undefined when Stryker could not do its work; what it said about it is shown. */
async function runOne(decider: Decider, folder: string, signal: AbortSignal): Promise<FileScore | undefined> {
  const own = mkdtempSync(join(folder, `${basename(decider.file, '.ts')}-`))
  const reportPath = join(own, 'report.json')
  const settingsPath = join(own, 'settings.json')
  writeFileSync(settingsPath, JSON.stringify(settingsFor(decider.file, own, reportPath)))
  const beganMs = performance.now()
  const { code, output } = await runStryker(settingsPath, decider.tests, signal)
  if (signal.aborted) return undefined
  if (code !== 0) {
    say(`the faults in ${decider.file} could not be planted\n${output}`)
    return undefined
  }
  const [score] = scoreFiles(JSON.parse(readFileSync(reportPath, 'utf8')) as StrykerReport)
  rmSync(own, { recursive: true, force: true })
  if (!score) return undefined
  const tookSec = Math.round((performance.now() - beganMs) / 1000)
  say(`${decider.file}: ${score.killed} of ${score.mutants} found (${tookSec} s)`)
  return score
}

function settingsFor(file: string, own: string, reportPath: string) {
  return {
    mutate: [file],
    testRunner: 'vitest',
    plugins: [join(packages, 'vitest-runner', 'dist', 'src', 'index.js')],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    reporters: ['json'],
    jsonReporter: { fileName: reportPath },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: MUTANT_LIMIT_MS,
    tempDirName: join(own, 'sandbox'),
    cleanTempDir: 'always',
    // Types are looked at by the tidy test; vitest only takes them out.
    disableTypeChecks: false,
    ignorePatterns: ['*', '!src', '!src/**', '!test', '!test/**', 'test/*/node_modules', '!package.json'],
    allowConsoleColors: false,
    disableBail: false,
  }
}

/** In a process group of its own, so that whatever it has started ends with it. */
function runStryker(
  settingsPath: string,
  tests: readonly string[],
  signal: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  const args = [join(packages, 'core', 'bin', 'stryker.js'), 'run', settingsPath]
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CMUX_MUTANT_TESTS: tests.join(' ') },
  })
  const end = () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'))
  signal.addEventListener('abort', end, { once: true })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      signal.removeEventListener('abort', end)
      resolve({ code, output: Buffer.concat(chunks).toString() })
    })
  })
}

function report(scores: readonly FileScore[]): void {
  const survivors = listSurvivors(scores, EXPLAINED)
  const stale = listStale(scores, EXPLAINED)
  print([
    ...listScores(scores),
    ...survivors.map((line) => `survived: ${line}`),
    ...stale.map(
      ({ file, text, from, to }) => `stale explanation: ${file} \`${text}\`: \`${from}\` became \`${to}\``,
    ),
  ])
}

function writePage(scores: readonly FileScore[]): void {
  const lines = [
    '# Planted faults in the deciders',
    '',
    'Written by `./cmux test mutants --write`. Why and how: [decision 140](decisions/0140-mutants.md).',
    '',
    ...listScores(scores),
    '',
    '## Survivors',
    '',
    '```text',
    ...listSurvivors(scores, EXPLAINED),
    '```',
  ]
  writeFileSync(page, `${lines.join('\n')}\n`)
  runQuietly(process.execPath, [join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), page], { cwd: root })
}
