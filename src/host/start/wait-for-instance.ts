// Waits for a server that was started to say where it is.
import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Instance } from '../../protocol/instance.ts'
import { extraTimeMs } from './extra-time.ts'
import { findProcesses } from '../find-processes.ts'
import { readInstance } from '../read-instance.ts'

const WAIT_LIMIT_MS = 15_000
const LOOK_EVERY_MS = 50

/** A server that is just starting writes its address once it listens; an older file names a server that is gone. */
export async function waitForInstance(home: string): Promise<Instance> {
  const deadlineMs = performance.now() + WAIT_LIMIT_MS + extraTimeMs(home)
  for (;;) {
    const instance = readInstance(home)
    if (instance && findProcesses(home).includes(instance.pid)) return instance
    if (performance.now() > deadlineMs)
      throw new CmuxError('TIMED_OUT', `the server of ${home} has not said where it is`)
    await pause(LOOK_EVERY_MS)
  }
}
