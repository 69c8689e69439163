// What the watchdog does, as data. Each can be repeated without harm; they are carried out in order, and `save` is on
// disk before the next one begins.
import type { WaitCause } from './judge-wait.ts'
import type { Cause } from './state.ts'

export type Effect =
  | { do: 'save' }
  | { do: 'spawn'; child: number; role: 'server' | 'safe'; release: string; clean: boolean }
  | { do: 'tell'; child: number; word: 'listen' | 'lead' | 'drain' }
  | { do: 'signal'; child: number; signal: 'SIGTERM' | 'SIGKILL' }
  /** `door`: the child's private socket, whoever has the port. `beat`: only whether it has been heard of lately. */
  | { do: 'probe'; child: number; via: 'port' | 'door' | 'beat' }
  /** Points `current` at the ledger's release. */
  | { do: 'flip'; release: string }
  /** Removes releases that neither the ledger nor a child names. */
  | { do: 'tidy' }
  /** This watchdog has held for a soak: it is the proven one from now on. */
  | { do: 'prove' }
  /** Looks whether the machine is at fault; the answer is a happening. */
  | { do: 'examine' }
  | { do: 'record'; what: Recorded }
  | { do: 'exit' }

export type Recorded =
  | { kind: 'failed'; release: string; cause: Cause; ended: string; next: string }
  | { kind: 'recovered'; release: string; cause: Cause; tried: readonly string[]; by: string }
  | { kind: 'good'; release: string }
  | { kind: 'bad'; release: string; cause: Cause }
  | { kind: 'swapped'; from: string; to: string; why: string }
  /** Not even tried: `why` is in words for people. */
  | { kind: 'not started'; release: string; why: string }
  | { kind: 'refused'; release: string; cause: Cause; ended: string; faults: readonly string[] }
  | { kind: 'declined'; what: string; busy: boolean }
  | { kind: 'guard proved'; guard: string }
  | { kind: 'guard refused'; guard: string; back: string }
  /** `faults`: what is wrong with the machine, when it is to blame. */
  | { kind: 'safe mode'; cause: Cause; faults: readonly string[] }
  /** The ballast was given up for what had to be written, and is there again. */
  | { kind: 'disk full' }
  | { kind: 'disk well' }
  /** Answers are late, since the machine is: nobody is at fault. `part`: whose answers. */
  | { kind: 'slow'; release: string; part: string; cause: WaitCause; delayMs: number }
  | {
      kind: 'slow over'
      release: string
      part: string
      cause: WaitCause
      worstMs: number
      lastedMs: number
    }
