// What can happen to a watchdog. Words of a child that is gone, or was never ours, carry an id that nothing matches.
import type { OutsideEnd } from './judge-end.ts'
import type { ChildWait } from '../wait-watch.ts'

export type Happening =
  /** The watchdog itself has just started, on its own or by a server whose watchdog was gone and which still serves. */
  | { kind: 'begun'; heirTo: { readonly release: string } | null }
  | { kind: 'ticked' }
  /** A child has loaded its code and its data, and could lead. */
  | { kind: 'loaded'; child: number }
  /** A child has that much to do before it can be ready: its start may take so much longer. */
  | { kind: 'burdened'; child: number; ms: number }
  /** A child accepts connections, and holds its writes. */
  | { kind: 'listening'; child: number }
  /** A child accepts connections and writes. */
  | { kind: 'leading'; child: number }
  /** A child has finished what was in flight and gave the lead away. */
  | { kind: 'yielded'; child: number }
  /** `how`: its exit status or signal, in words. `by`: what ended it, when it was not the program itself. */
  | { kind: 'exited'; child: number; how: string; by?: OutsideEnd }
  | { kind: 'not startable'; child: number; why: string }
  /** `why` it is not well, in its own words. */
  | { kind: 'answered'; child: number; well: boolean; why?: string }
  | { kind: 'missed'; child: number }
  /** A child waited for the machine since it was last looked at. */
  | ({ kind: 'waited' } & ChildWait)
  /** The machine was looked at: what is wrong with it, in plain words. */
  | { kind: 'examined'; faults: readonly string[] }
  | { kind: 'asked'; what: 'stop' }
  /** Another watchdog is to take over: the server that leads starts it. */
  | { kind: 'asked'; what: 'step aside' }
  | { kind: 'asked'; what: 'restart' | 'rollback' }
  | { kind: 'asked'; what: 'promote'; release: string }
