// The watchdog as a server sees it: a process at the other end of a pipe. Usually our parent; after its death, one that we
// started ourselves and handed the socket (descriptor 3).
import { spawn } from 'node:child_process'

export interface Guardian {
  say(message: object): void
  onMessage(hear: (message: unknown) => void): void
  onGone(then: () => void): void
  /** By force: it does not answer any more. */
  end(): void
}

const SOCKET = 3

export function inheritedGuardian(): Guardian {
  return {
    // A closed pipe tells so by `disconnect`.
    say: (message) =>
      void (process.connected && process.send?.(message, undefined, undefined, () => undefined)),
    onMessage: (hear) => void process.on('message', hear),
    onGone(then) {
      // It may have died while we were loading, before anybody listened.
      if (process.connected) process.once('disconnect', then)
      else setImmediate(then)
    },
    end() {
      // While the pipe is open the pid is still our parent's.
      if (process.connected && process.ppid > 1) process.kill(process.ppid, 'SIGKILL')
    },
  }
}

export function startGuardian(args: readonly string[]): Guardian {
  const child = spawn(process.execPath, args, {
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'inherit', 'inherit', SOCKET, 'ipc'],
  })
  child.unref()
  return {
    say: (message) => void (child.connected && child.send(message, () => undefined)),
    onMessage: (hear) => void child.on('message', hear),
    onGone(then) {
      child.once('disconnect', then)
      child.once('error', then)
    },
    end: () => void child.kill('SIGKILL'),
  }
}
