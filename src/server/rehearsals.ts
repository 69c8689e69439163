// The gate before a promotion: the release that serves now has the candidate rehearsed, in a process of its own and one at a
// time. What came of it is an event.
import { join } from 'node:path'
import { readIfThere } from '../adapters/files/read-if-there.ts'
import { runProgram } from '../adapters/process/run-program.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { Rehearsal } from '../protocol/releases/rehearsal.ts'
import type { Context } from './context.ts'

/** A rehearsal that has had its time still has to end what it started. */
const MARGIN_MS = 15_000

export interface Rehearsals {
  /**
   * Begins one and comes back at once, with how many seconds it may take. `onPassed` is called when nothing speaks against
   * the candidate. Should this server end in the middle, so does the rehearsal, and nothing comes of it.
   */
  begin(candidate: string, actor: string, onPassed?: () => void): number
  /** The same for who waits for it: in turn with all others, and cut off when nobody waits any more. */
  play(candidate: string, actor: string, signal: AbortSignal): Promise<Report>
  /** The report of the last one that came to an end. */
  last(candidate: string): Promise<Rehearsal | undefined>
}

type Deps = Pick<Context, 'home' | 'config' | 'release' | 'store' | 'log'>

export function makeRehearsals(deps: Deps): Rehearsals {
  const { home, config, log } = deps
  let underWay: string | undefined
  let over = Promise.resolve()
  const play = async (candidate: string, actor: string, signal?: AbortSignal) => {
    underWay = candidate
    try {
      const report = await runRehearsal(deps, candidate, signal)
      if (!signal?.aborted) await record(deps, report, actor)
      return report
    } finally {
      underWay = undefined
    }
  }
  const playInTurn: typeof play = (...words) => {
    const played = over.then(() => play(...words))
    // Others wait for its end, whatever that is.
    over = played.then(
      () => undefined,
      () => undefined,
    )
    return played
  }
  return {
    begin(candidate, actor, onPassed = () => undefined) {
      if (underWay !== undefined)
        throw new CmuxError('CONFLICT', `release ${underWay} is being rehearsed`, {
          hint: 'wait until that is over, and ask again',
        })
      playInTurn(candidate, actor)
        .then(({ passed }) => passed && onPassed())
        .catch((error: unknown) => log.error({ err: error, candidate }, 'a rehearsal came to nothing'))
      return config.rehearsal.totalSec + MARGIN_MS / 1000
    },
    play: playInTurn,
    async last(candidate) {
      const text = await readIfThere(join(home, 'rehearsals', `${candidate}.json`))
      return text === undefined ? undefined : parseReport(text)
    },
  }
}

type Report = Pick<Rehearsal, 'candidate' | 'against' | 'passed' | 'steps' | 'tookMs'>

async function runRehearsal(
  { home, config, release }: Deps,
  candidate: string,
  signal?: AbortSignal,
): Promise<Report> {
  const program = join(home, 'releases', release.id, 'rehearse.mjs')
  const args = [program, '--home', home, '--candidate', candidate]
  const limitMs = config.rehearsal.totalSec * 1000 + MARGIN_MS
  let words: string
  try {
    const { stdout, stderr } = await runProgram(process.execPath, args, limitMs, { leash: signal ?? true })
    const report = parseReport(stdout)
    if (report) return report
    words = `it said nothing: ${stderr.trim()}`
  } catch (error) {
    words = error instanceof Error ? error.message : String(error)
  }
  return brokenReport(candidate, words)
}

/** What nobody could see proves nothing: it counts as a failure. */
function brokenReport(candidate: string, detail: string): Report {
  const step = { leg: 'forward', check: 'rehearsal', passed: false, detail, tookMs: 0 } as const
  return { candidate, against: null, passed: false, tookMs: 0, steps: [step] }
}

function parseReport(text: string): Rehearsal | undefined {
  try {
    return Rehearsal.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // half a file or none, and so no report
  }
}

async function record({ store }: Deps, report: Report, actor: string): Promise<void> {
  const { candidate, against, passed, steps, tookMs } = report
  const found = steps.find((step) => step.passed === false)
  const failed = found ? { leg: found.leg, check: found.check, detail: found.detail } : null
  await store.write(async ({ events }) => {
    const data = { release: candidate, against, passed, failed, tookMs }
    await events.append({ type: 'release.rehearsed', actor, data })
  })
}
