// Breaks a cmux of its own on purpose and counts what comes of it. The last report is kept in the home, where the dashboard reads it.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReport } from '../../../host/prove/describe-report.ts'
import { prove as runProve } from '../../../host/prove/prove.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { ProveReport } from '../../../protocol/releases/prove-report.ts'
import { say } from '../../layout/say.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

const MINUTES = { fallback: 3, min: 0.05, max: 24 * 60 }
const MESSAGES_MAX = 10_000_000
const MESSAGES_PER_SEC = 10
const SEED_MAX = 2 ** 32 - 1

export const prove: RunVerb = async (call) => {
  const { options, environment, programs, json } = call
  const minutes = readNumber(call, 'minutes', MINUTES.fallback, [MINUTES.min, MINUTES.max])
  const perRun = Math.max(1, Math.round(minutes * 60 * MESSAGES_PER_SEC))
  const order = {
    programs: chooseBuild(call, programs),
    minutes,
    seed: readNumber(call, 'seed', Date.now() % SEED_MAX, [0, SEED_MAX], Number.isInteger),
    messages: readNumber(call, 'messages', perRun, [1, MESSAGES_MAX], Number.isInteger),
    keep: options['keep'] === true,
    tell: json ? () => undefined : say,
  }
  const { report, folder } = await untilInterrupted((signal) => runProve({ ...order, signal }))
  const text = describeReport(report)
  keepReport(environment.home, report)
  if (typeof options['out'] === 'string')
    writeFileSync(options['out'], json ? `${JSON.stringify(report, undefined, 2)}\n` : `${text}\n`)
  const kept = folder === undefined ? '' : `\n\nFolder of the run: ${folder}`
  return {
    json: { ...report, folder: folder ?? null },
    text: `${text}${kept}`,
    exitCode: report.passed ? 0 : 1,
  }
}

function readNumber(
  { options }: VerbCall,
  name: string,
  fallback: number,
  [min, max]: readonly [number, number],
  isIt: (value: number) => boolean = Number.isFinite,
): number {
  const text = options[name]
  const value = typeof text === 'string' ? Number(text) : fallback
  if (isIt(value) && value >= min && value <= max) return value
  throw new CmuxError('USAGE', `--${name} ${String(text)}: must be a number from ${min} to ${max}`)
}

/** The build that this command is part of, unless an installed release is named. */
function chooseBuild({ options, environment }: VerbCall, programs: string): string {
  const id = options['release']
  if (typeof id !== 'string') return programs
  const folder = join(environment.home, 'releases', id)
  if (/^[\w-]{1,80}$/.test(id) && existsSync(join(folder, 'manifest.json'))) return folder
  throw new CmuxError('NOT_FOUND', `there is no release ${id}`, { hint: 'see `cmux release list`' })
}

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What it has started must not outlive it: a signal ends the run, which takes everything away. */
async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  const interrupt = () => {
    say('stopping what was started …')
    interrupted.abort()
  }
  for (const signal of INTERRUPTS) process.on(signal, interrupt)
  try {
    return await work(interrupted.signal)
  } catch (error) {
    if (interrupted.signal.aborted)
      throw new CmuxError('CONFLICT', 'interrupted; everything that was started has ended', {
        hint: 'run it again',
      })
    throw error
  } finally {
    for (const signal of INTERRUPTS) process.off(signal, interrupt)
  }
}

/** Where no cmux was ever started, there is no home to keep it in. */
function keepReport(home: string, report: ProveReport): void {
  if (!existsSync(join(home, 'tokens'))) return
  const folder = join(home, 'prove')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const building = join(folder, `last.${process.pid}.tmp`)
  writeFileSync(building, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(building, join(folder, 'last.json'))
}
