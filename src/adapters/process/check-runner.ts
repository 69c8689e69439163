// Runs a check: a command of the project in a process group of its own, with limits. At its end the whole group is gone, and
// so is whatever left the group but still carries our mark.
import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { CheckOrder, CheckRunner } from '../../core/improve/check-runner.ts'
import type { CheckResult } from '../../protocol/changes/change.ts'
import { makeContainment } from './containment.ts'
import { endMarked } from './end-marked.ts'
import type { OutputFolder } from './output-folder.ts'
import { watchMemory } from './watch-memory.ts'

/** Enough to see what failed. */
const TAIL_MAX_BYTES = 16 * 1024
/** What carries this variable was started by a check. */
const MARK = 'CMUX_CHECK'

export interface CheckRunnerDeps {
  readonly outputs: OutputFolder
  /** All of a check together. */
  readonly memoryMaxBytes: number
}

export function makeCheckRunner(deps: CheckRunnerDeps): CheckRunner {
  const contain = makeContainment()
  return {
    async run(order, signal) {
      const command = order.isWalled ? order.command : await contain(order.command)
      return runCheck(deps, { ...order, command }, signal)
    },
  }
}

async function runCheck(
  { outputs, memoryMaxBytes }: CheckRunnerDeps,
  { id, folder, check, command, environment, onOutput }: CheckOrder,
  signal: AbortSignal,
): Promise<CheckResult> {
  const began = performance.now()
  const mark = `${id};`
  // Of a server that was killed while it waited for this.
  await endMarked(MARK, mark)
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, [MARK]: mark },
  })
  const output = outputs.open(id, check.name, onOutput)
  child.stdout.on('data', output.hear)
  child.stderr.on('data', output.hear)
  const end = await waitFor(child, { limitMs: check.timeoutSec * 1000, memoryMaxBytes }, signal)
  killGroup(child)
  // Somebody who has left the group may hold them open for ever.
  child.stdout.destroy()
  child.stderr.destroy()
  output.end()
  await endMarked(MARK, mark)
  const { name, run, required } = check
  const tail = output.tail(TAIL_MAX_BYTES)
  return { name, run, required, ...end, tail, tookMs: Math.round(performance.now() - began) }
}

type End = Pick<CheckResult, 'outcome' | 'detail' | 'exitCode'>

interface Limits {
  readonly limitMs: number
  readonly memoryMaxBytes: number
}

function waitFor(child: ChildProcess, limits: Limits, signal: AbortSignal): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>()
  const { limitMs, memoryMaxBytes } = limits
  const limit = setTimeout(
    () => resolve({ outcome: 'overdue', detail: `took longer than ${limitMs / 1000} s` }),
    limitMs,
  )
  const stopWatch = watchMemory(child.pid ?? 0, memoryMaxBytes, () => {
    const most = `${Math.round(memoryMaxBytes / 1024 ** 2)} MB`
    resolve({ outcome: 'failed', detail: `was ended: it took more than ${most} of memory` })
  })
  const cut = () => resolve({ outcome: 'skipped', detail: 'was called off' })
  if (signal.aborted) cut()
  signal.addEventListener('abort', cut, { once: true })
  child.once('error', (error) =>
    resolve({ outcome: 'failed', detail: `could not be started: ${error.message}` }),
  )
  child.once('exit', (code, killer) => {
    // What it said last is still on its way.
    const end = describeExit(code, killer)
    setImmediate(() => resolve(end))
  })
  return promise.finally(() => {
    clearTimeout(limit)
    stopWatch()
    signal.removeEventListener('abort', cut)
  })
}

const SIGNAL_BASE = 128

function describeExit(code: number | null, killer: string | null): End {
  if (code === 0) return { outcome: 'passed', detail: 'passed', exitCode: 0 }
  // Shells and walls tell of a signal by a number.
  const signal = code === null ? killer : nameSignal(code - SIGNAL_BASE)
  const detail = signal === undefined ? `failed with exit code ${code}` : `was killed by ${signal}`
  return { outcome: 'failed', detail, exitCode: signal === undefined ? code : null }
}

function nameSignal(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, known]) => known === number)?.[0]
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // all of it has ended by itself
  }
}
