// A process at the other end of a pipe: a child of ours, or the one that started us.
import type { ChildProcess } from 'node:child_process'

export interface Speaker {
  /** Undefined when nobody can be sure of it any more. */
  pid(): number | undefined
  say(message: object): void
  kill(signal: NodeJS.Signals): void
  onMessage(hear: (message: unknown) => void): void
  /** `how` it ended, and by which signal, as far as anybody can know. */
  onGone(then: (how: string, signal: string | null) => void): void
}

export function childSpeaker(child: ChildProcess): Speaker {
  return {
    pid: () => child.pid,
    // A pipe that is closing tells so by the exit that follows.
    say: (message) => void (child.connected && child.send(message, () => undefined)),
    kill: (signal) => void child.kill(signal),
    onMessage: (hear) => void child.on('message', hear),
    onGone(then) {
      child.once('exit', (code, signal) => then(signal ? `signal ${signal}` : `exit status ${code}`, signal))
      child.once('error', (error) => then(error.message, null))
    },
  }
}

export function parentSpeaker(): Speaker {
  const { ppid } = process
  return {
    // Once the pipe is closed the pid may be anybody's.
    pid: () => (process.connected ? ppid : undefined),
    say: (message) =>
      void (process.connected && process.send?.(message, undefined, undefined, () => undefined)),
    kill(signal) {
      // Once the pipe is closed the pid may be anybody's.
      if (process.connected) process.kill(ppid, signal)
    },
    onMessage: (hear) => void process.on('message', hear),
    onGone(then) {
      // It may have died while we were loading, before anybody listened.
      const tell = () => then('not known: it was not our child', null)
      if (process.connected) process.once('disconnect', tell)
      else setImmediate(tell)
    },
  }
}
