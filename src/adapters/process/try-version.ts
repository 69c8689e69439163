// A version of a service, tried apart from everything: a porter of its own starts it on a free port, until it is well or has failed.
// Nothing of it is left at the end.
import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tried } from '../../core/improve/live-system.ts'
import type { PorterOrder } from '../../protocol/wards/porter.ts'
import { readPorterState, writePorterFiles } from '../files/porter-files.ts'
import { endMarked } from './end-marked.ts'

export interface Trial {
  readonly porter: readonly [program: string, ...args: string[]]
  readonly folder: string
  readonly order: PorterOrder
  /** The variable that everything of it carries, and its value. */
  readonly mark: readonly [name: string, value: string]
}

const LOOK_EVERY_MS = 50
const GOOD_PROBES = 3
/** Beyond the time that it has to get ready. */
const SPARE_MS = 10_000

export async function tryVersion(
  { porter, folder, order, mark }: Trial,
  signal: AbortSignal,
): Promise<Tried> {
  const [program, ...args] = porter
  // Of a server that was killed while it waited for this.
  await endMarked(...mark)
  await rm(join(folder, 'state.json'), { force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writePorterFiles(folder, order)
  const child = spawn(program, [...args, folder], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { [mark[0]]: mark[1] },
  })
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.once('error', () => resolve())
  const { readyMs, probeMs } = order.wanted
  const tried = await watch(
    folder,
    readyMs + GOOD_PROBES * probeMs + SPARE_MS,
    () => signal.aborted || child.exitCode !== null,
  )
  child.kill('SIGTERM')
  await Promise.race([gone, pause(SPARE_MS)])
  await endMarked(...mark)
  await rm(folder, { recursive: true, force: true })
  return tried
}

async function watch(folder: string, limitMs: number, isOver: () => boolean): Promise<Tried> {
  const end = performance.now() + limitMs
  while (performance.now() < end && !isOver()) {
    const state = await readPorterState(folder)
    if (state && state.gaveUp !== null) return { kind: 'failed', why: state.gaveUp }
    if (state?.children.some(({ isReady, good }) => isReady && good >= GOOD_PROBES)) return { kind: 'passed' }
    await pause(LOOK_EVERY_MS)
  }
  return { kind: 'failed', why: isOver() ? 'could not be tried' : 'was not well in time' }
}

function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  return promise
}
