// Runs a check: a command of the project in a process group of its own, with a limit. At its end the whole group is gone, and
// so is whatever left the group but still carries our mark.
import { spawn, type ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import type { CheckOrder, CheckRunner } from '../../core/improve/check-runner.ts'
import type { CheckResult } from '../../protocol/change.ts'

/** Enough to see what failed. */
const TAIL_MAX_CHARS = 16 * 1024
/** What carries this variable was started by a check. */
const MARK = 'CMUX_CHECK'
const SWEEPS_MAX = 20

export function makeCheckRunner(): CheckRunner {
  return { run: runCheck }
}

async function runCheck(
  { id, folder, check, command, environment }: CheckOrder,
  signal: AbortSignal,
): Promise<CheckResult> {
  const began = performance.now()
  const mark = `${id};`
  // Of a server that was killed while it waited for this.
  await sweep(mark)
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, [MARK]: mark },
  })
  let tail = ''
  const hear = (text: string) => void (tail = (tail + text).slice(-TAIL_MAX_CHARS))
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const end = await waitFor(child, check.timeoutSec * 1000, signal)
  killGroup(child)
  // Somebody who has left the group may hold them open for ever.
  child.stdout.destroy()
  child.stderr.destroy()
  await sweep(mark)
  const { name, run, required } = check
  return { name, run, required, ...end, tail, tookMs: Math.round(performance.now() - began) }
}

type End = Pick<CheckResult, 'outcome' | 'detail'>

function waitFor(child: ChildProcess, limitMs: number, signal: AbortSignal): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>()
  const limit = setTimeout(
    () => resolve({ outcome: 'overdue', detail: `took longer than ${limitMs / 1000} s` }),
    limitMs,
  )
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
    signal.removeEventListener('abort', cut)
  })
}

const SIGNAL_BASE = 128

function describeExit(code: number | null, killer: string | null): End {
  if (code === 0) return { outcome: 'passed', detail: 'passed' }
  // Shells and walls tell of a signal by a number.
  const signal = code === null ? killer : nameSignal(code - SIGNAL_BASE)
  const detail = signal === undefined ? `failed with exit code ${code}` : `was killed by ${signal}`
  return { outcome: 'failed', detail }
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

/** Where there is no /proc, the group is all that we can see. */
async function sweep(mark: string): Promise<void> {
  for (let round = 0; round < SWEEPS_MAX; round += 1) {
    const found = await findMarked(mark)
    if (found.length === 0) return
    for (const pid of found) killOne(pid)
  }
}

async function findMarked(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const marked = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).includes(`${MARK}=${mark}`),
    ),
  )
  return pids.filter((_, index) => marked[index]).map(Number)
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // gone meanwhile
  }
}
