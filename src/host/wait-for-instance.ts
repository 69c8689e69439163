import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../protocol/cmux-error.ts'
import { findServers } from './find-servers.ts'
import { readInstance } from './read-instance.ts'

const WAIT_LIMIT_MS = 15_000
const LOOK_EVERY_MS = 50

/** A server that is just starting writes its address once it listens; an older file names a server that is gone. */
export async function waitForInstance(home: string): Promise<void> {
  const deadlineMs = performance.now() + WAIT_LIMIT_MS
  while (!findServers(home).includes(readInstance(home)?.pid ?? 0)) {
    if (performance.now() > deadlineMs)
      throw new CmuxError('TIMED_OUT', `the server of ${home} has not said where it is`)
    await pause(LOOK_EVERY_MS)
  }
}
