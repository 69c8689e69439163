// What `cmux prove` found: which faults were made, what became of the messages meanwhile, and how soon cmux was back.
import { z } from 'zod'
import { Timestamp } from '../timestamp.ts'

export const FAULT_KINDS = [
  'server',
  'standby',
  'watchdog',
  'tmux',
  'agent',
  'everything',
  'stop',
  'swap',
  'bad-start',
  'bad-hang',
  'bad-fall',
  'disk',
  'clock',
] as const
export const FaultKind = z.enum(FAULT_KINDS)
export type FaultKind = z.infer<typeof FaultKind>

const count = z.number().int().min(0)

export const FaultResult = z.object({
  kind: FaultKind,
  times: count,
  p50Ms: z.number(),
  p99Ms: z.number(),
  maxMs: z.number(),
})
export type FaultResult = z.infer<typeof FaultResult>

export const ProveReport = z.object({
  /** Everything that was wrong, in words; empty when it passed. */
  problems: z.array(z.string()),
  passed: z.boolean(),
  at: Timestamp,
  tookMs: z.number(),
  /** The plan of faults is a function of these two. */
  seed: count,
  minutes: z.number(),
  /** How many messages were to be sent. Reports of earlier releases say nothing of it, nor of the speed. */
  wanted: count.optional(),
  speed: z
    .object({
      /** Messages, while they were sent. */
      acceptedPerSec: z.number(),
      /** From the end of the faults and of the sending until all had reached their agents. */
      restMs: z.number(),
    })
    .optional(),
  release: z.string(),
  machine: z.object({ system: z.string(), cores: count, memoryMb: count, node: z.string() }),
  /** Whether the agents had a sandbox. */
  sandboxed: z.boolean(),
  agents: count,
  messages: z.object({
    /** Accepted by cmux, as the prover's own ledger has it. */
    sent: count,
    lost: count,
    twice: count,
    outOfOrder: count,
    /** Received with other words than were sent. */
    changed: count,
  }),
  requests: z.object({
    asked: count,
    refused: count,
    /** Failed where that is promised: the connection of a server that was killed, a full disk, no process left. */
    excused: count,
  }),
  faults: z.array(FaultResult),
  badReleases: z.array(z.object({ kind: FaultKind, rolledBack: z.boolean(), tookMs: z.number() })),
  /** Agents whose process ended, though nobody killed it. */
  agentsLost: count,
  notTried: z.array(z.object({ kind: FaultKind, why: z.string() })),
})
export type ProveReport = z.infer<typeof ProveReport>
