// Plays a rehearsal: forward, back and forward again on a copy of the data. Everything has a limit, and whatever was
// started is ended.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Rehearsal, RehearsalStep } from '../../protocol/releases/rehearsal.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Environment } from '../environment.ts'
import { readSchema } from '../backups/read-schema.ts'
import { LEGS, type LegPlan } from './legs.ts'
import { openSandbox, type StageSandbox } from './open-sandbox.ts'
import { readLimits, type Limits } from './read-limits.ts'
import type { Check, Stage } from './stage.ts'
import { removeCopy, sweepRehearsals } from './sweep-rehearsals.ts'

const SECRET_BYTES = 32

export interface RehearseOptions {
  readonly home: string
  readonly candidate: string
  readonly against: string | undefined
  /** The candidate is a person's own build: where no sandbox works it is rehearsed without one. */
  readonly isOwn: boolean
  readonly environment: Pick<Environment, 'path' | 'rehearsalBrowser'>
  /** Over when nobody waits for the result any more. */
  readonly signal: AbortSignal
}

export async function rehearse(options: RehearseOptions): Promise<Rehearsal> {
  const { home, candidate, against } = options
  const began = { at: timestampFromMs(Date.now()), ms: performance.now() }
  const limits = readLimits(home, options.environment.rehearsalBrowser)
  const copy = join(home, 'rehearsals', `${candidate}-${process.pid}`)
  const children: ChildProcess[] = []
  sweepRehearsals(home)
  mkdirSync(copy, { recursive: true, mode: 0o700 })
  try {
    using opened = await openSandbox({ home, copy, isOwn: options.isOwn })
    const { sandbox } = opened
    const props = { copy, owner: makeSecret(), limits, children }
    const steps = [opened.step, ...(sandbox ? await playLegs(options, { ...props, sandbox }) : [])]
    return {
      candidate,
      against: against ?? null,
      schema: readSchema(join(home, 'cmux.db'))?.version ?? null,
      passed: steps.every((step) => step.passed !== false),
      at: began.at,
      tookMs: Math.round(performance.now() - began.ms),
      steps,
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    removeCopy(copy)
  }
}

const makeSecret = () => `cmux_${randomBytes(SECRET_BYTES).toString('base64url')}`

interface Props {
  readonly copy: string
  readonly limits: Limits
  readonly children: ChildProcess[]
  readonly owner: string
  readonly sandbox: StageSandbox
}

async function playLegs(
  { home, candidate, against, signal, environment }: RehearseOptions,
  props: Props,
): Promise<RehearsalStep[]> {
  const steps: RehearsalStep[] = []
  const whole = AbortSignal.any([signal, AbortSignal.timeout(props.limits.totalMs)])
  const made: Stage['made'] = []
  for (const plan of LEGS) {
    const release = plan.plays === 'candidate' ? candidate : against
    if (release === undefined) {
      steps.push(noWayBack(plan))
      continue
    }
    const folder = join(home, 'releases', release)
    const place = { home, release, folder, searchPath: environment.path }
    const stage = { ...props, ...place, made, server: undefined, signal: whole, whole }
    const leg = { ...stage, started: (child: ChildProcess) => void props.children.push(child) }
    steps.push(...(await playLeg(plan, leg)))
    if (steps.some((step) => step.passed === false)) return steps
  }
  return steps
}

async function playLeg({ leg, checks }: LegPlan, stage: Stage): Promise<RehearsalStep[]> {
  const steps: RehearsalStep[] = []
  for (const check of checks) {
    const beganMs = performance.now()
    const outcome = await tryCheck(check, stage)
    steps.push({ leg, check: check.name, ...outcome, tookMs: Math.round(performance.now() - beganMs) })
    if (outcome.passed === false) break
  }
  return steps
}

async function tryCheck(check: Check, stage: Stage): Promise<Pick<RehearsalStep, 'passed' | 'detail'>> {
  const limitMs = stage.limits[check.limit]
  const mine = AbortSignal.timeout(limitMs)
  const late = Promise.withResolvers<never>()
  const signal = AbortSignal.any([stage.whole, mine])
  const giveUp = () => late.reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  try {
    signal.throwIfAborted()
    stage.signal = signal
    const seen = await Promise.race([check.run(stage), late.promise])
    return typeof seen === 'string' ? { passed: true, detail: seen } : { passed: null, detail: seen.notTried }
  } catch (error) {
    if (mine.aborted) return { passed: false, detail: `it took longer than ${Math.round(limitMs / 1000)} s` }
    if (stage.whole.aborted) return { passed: false, detail: 'the time for the whole rehearsal was over' }
    return { passed: false, detail: error instanceof Error ? error.message : String(error) }
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

function noWayBack({ leg }: LegPlan): RehearsalStep {
  return { leg, check: 'starts', passed: null, detail: 'there is no other release to go back to', tookMs: 0 }
}
