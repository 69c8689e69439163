// Whether somebody listens on a server's private socket.
import { createConnection } from 'node:net'

/** It is a process on this machine: it answers at once, or it is stuck. */
const DOOR_LIMIT_MS = 300

/** What a dead server left behind refuses. */
export function doorOpens(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = createConnection(path)
  const settle = (isOpen: boolean) => {
    socket.destroy()
    resolve(isOpen)
  }
  socket.setTimeout(DOOR_LIMIT_MS, () => settle(false))
  socket.once('connect', () => settle(true))
  socket.once('error', () => settle(false))
  return promise
}
