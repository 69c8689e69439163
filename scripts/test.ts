// `./cmux test [kinds and files]`: installs the tools that tests need, runs vitest, and ends with the one line that CI reads.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { bringPrograms } from './bring-programs.ts'
import { bringTools } from './bring-tools.ts'
import { testMutants } from './mutants.ts'
import { startBusyLoops } from './testing/busy-loops.ts'
import { listChanged, listReached } from './testing/changed-tests.ts'
import { INTERRUPTED, watchForInterruption } from './testing/interruption.ts'
import { openRunFolder } from './testing/open-run-folder.ts'
import { DEFAULT_KINDS, kindOf, ON_DEMAND, readRequest, type TestRequest } from './testing/read-request.ts'
import { tellCounts, tellFault, tellSkipped, tellSlowest, type RunReport } from './testing/run-report.ts'
import { runVitest } from './testing/run-vitest.ts'
import { settleReport, type SettledReport } from './testing/settle-report.ts'
import { findStaleStories, keepStories, STORIES_PATH } from './testing/stories.ts'
import { keepTimes } from './testing/times.ts'

const SEED_MAX = 2 ** 31
const NOTHING: SettledReport = { files: [], failed: [], unsteady: [], passed: 0, skipped: 0 }

const root = join(import.meta.dirname, '..')
const say = (text: string) => void process.stderr.write(`cmux: ${text}\n`)
const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Words that write a page of the repository instead of running tests. */
const PAGES: Readonly<Record<string, () => Promise<string>>> = {
  api: async () => (await import('./api-page.ts')).writeApiPage(root),
  commands: async () => (await import('./commands-page.ts')).writeCommandsPage(root),
  decisions: async () => (await import('./decisions-page.ts')).writeDecisionsPage(root),
  pictures: async () => (await import('./take-pictures.ts')).takePictures(root),
  requirements: async () => (await import('./write-requirements.ts')).writeRequirements(),
}

async function main(words: readonly string[]): Promise<number> {
  const [kind, ...rest] = words
  if (kind === 'mutants') return testMutants(rest)
  const page = Object.hasOwn(PAGES, kind ?? '') ? PAGES[kind ?? ''] : undefined
  if (page) {
    print(`written: ${await page()}`)
    return 0
  }
  const request = readRequest(words)
  if (typeof request === 'string') {
    process.stderr.write(`cmux: ${request} (USAGE)\nhint: ./cmux test --help\n`)
    return 2
  }
  if (!bringWhatIsNeeded(request)) {
    print(tellCounts({ passed: 0, failed: 1, skipped: 0 }))
    return 1
  }
  const startedAt = performance.now()
  using _loops = request.busy ? startBusyLoops() : undefined
  const seed = request.seed ?? randomInt(SEED_MAX)
  print(`seed: ${seed} (a sampled table runs the same rows again with --seed ${seed})`)
  const rounds: SettledReport[] = []
  for (let round = 0; round < request.repeat; round += 1) {
    const settled = await runRound(request, seed)
    if (settled === undefined) {
      print('failed: the run, as a whole: vitest ended before it could report')
      print(tellCounts({ passed: 0, failed: 1, skipped: 0 }))
      return 1
    }
    if (request.files.length > 0 && settled.files.length === 0) {
      print(`failed: the run, as a whole: no test file is called ${request.files.join(' or ')}`)
      print(tellCounts({ passed: 0, failed: 1, skipped: 0 }))
      return 1
    }
    rounds.push(settled)
    if (request.repeat > 1) print(`round ${round + 1} of ${request.repeat}: ${settled.failed.length} failed`)
  }
  const last = rounds.at(-1)
  const isAllReal = request.kinds.includes('real') && request.files.length === 0 && !request.changedSince
  if (request.keepTimes) {
    keepTimes(root, last?.files ?? [])
    if (isAllReal) keepStories(root, last?.files ?? [])
  }
  if (isAllReal && last?.failed.length === 0) {
    const why = findStaleStories(root, last.files)
    if (why !== undefined)
      rounds.push({ ...NOTHING, failed: [{ file: STORIES_PATH, test: 'the stories', why }] })
  }
  tell(request, rounds, (performance.now() - startedAt) / 1000)
  return rounds.some(({ failed }) => failed.length > 0) ? 1 : 0
}

function bringWhatIsNeeded({ kinds }: TestRequest): boolean {
  const browser = kinds.includes('browser') || kinds.includes('soak') ? (['chromium'] as const) : []
  bringTools(['tmux', 'bwrap', 'pasta', 'slirp4netns', 'ip', 'strace', 'faketime', ...browser], {
    state: join(root, '.cmux-setup'),
    say,
  })
  if (!kinds.includes('real') || bringPrograms(join(root, 'test', 'real'), say)) return true
  say("the agents' programs could not be installed (SETUP_FAILED)\nhint: check the network, then try again")
  return false
}

/** Undefined when there is nothing to report. Nothing of the round is left behind, however it ends. */
async function runRound(request: TestRequest, seed: number): Promise<SettledReport | undefined> {
  const { kinds, changedSince, retry } = request
  const files = changedSince
    ? await listReached(root, await listChanged(root, changedSince), kinds)
    : [...request.files]
  if (changedSince && files.length === 0) return settleReport({ files: [], unhandled: [] })
  const first = await runApart({ kinds, files, seed })
  if (!first || !retry) return first && settleReport(first)
  const failed = first.files.filter(({ tests, errors }) => errors.length + countFailed(tests) > 0)
  if (failed.length === 0) return settleReport(first)
  const names = failed.map(({ file }) => file)
  print(`\nonce more, alone: ${names.join(' ')}`)
  const second = await runApart({ kinds: [...new Set(names.map(kindOf))], files: names, seed, alone: true })
  return settleReport(first, second)
}

const countFailed = (tests: readonly { state: string }[]) =>
  tests.filter(({ state }) => state === 'failed').length

type Part = Pick<Parameters<typeof runVitest>[0], 'kinds' | 'files' | 'seed' | 'alone'>

async function runApart(part: Part): Promise<RunReport | undefined> {
  const folder = openRunFolder()
  const interrupted = new Promise<never>((_, reject) => {
    interruption.addEventListener('abort', () => reject(new Interrupted()), { once: true })
  })
  try {
    return await Promise.race([runVitest({ root, folder: folder.path, ...part }), interrupted])
  } finally {
    const left = await folder.close()
    if (!interruption.aborted) for (const { pid, command } of left) print(`left behind: ${pid} ${command}`)
  }
}

class Interrupted extends Error {}

/** The lines after vitest's own, the most important last. */
function tell({ kinds }: TestRequest, rounds: readonly SettledReport[], seconds: number): void {
  const files = rounds.flatMap((round) => round.files)
  const failed = rounds.flatMap((round) => round.failed)
  const lines = [
    ...tellSlowest(files),
    // Of a run that named its kinds or files, everybody knows what it left out.
    ...(kinds === DEFAULT_KINDS
      ? ON_DEMAND.map((kind) => `not run: ${kind}, only on demand (./cmux test ${kind})`)
      : []),
    ...tellSkipped(files),
    ...rounds.flatMap(({ unsteady }) => unsteady.map(({ file, test }) => `unsteady: ${file}, ${test}`)),
    ...failed.map(tellFault),
    `took ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`,
    tellCounts({
      passed: rounds.reduce((sum, { passed }) => sum + passed, 0),
      failed: failed.length,
      skipped: rounds.reduce((sum, { skipped }) => sum + skipped, 0),
    }),
  ]
  for (const line of lines) print(line)
}

const interruption = watchForInterruption()
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Interrupted)) throw error
  say('the tests were interrupted; their processes and files are gone')
  process.exitCode = INTERRUPTED
}
process.exit()
