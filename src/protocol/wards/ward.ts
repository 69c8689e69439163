// Services of projects as the outside sees them: programs that cmux guards.
import { z } from 'zod'
import { ProjectId, ProjectName } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

export const WardStatus = z.enum([
  'stopped',
  'starting',
  'well',
  /** It fell or does not answer, and is started again. */
  'sick',
  /** It fell too often: a person has to look. */
  'given_up',
  /** tmux does not answer: nobody knows. */
  'unknown',
])
export type WardStatus = z.infer<typeof WardStatus>

/** A start of a commit: the number makes another start of the same one another version. */
export const WardVersion = z.object({ commit: z.string(), serial: z.number().int() })
export type WardVersion = z.infer<typeof WardVersion>

export const Ward = z.object({
  id: ProjectId,
  project: ProjectName,
  desired: z.enum(['running', 'stopped']),
  status: WardStatus,
  why: z.string().nullable(),
  since: Timestamp,
  /** Where it is reached; null until it has a port. */
  port: z.number().int().nullable(),
  wanted: WardVersion,
  /** What ran before, while the wanted one is watched. */
  reserve: WardVersion.nullable(),
  /** The commit that answers at the moment. */
  serving: z.string().nullable(),
  /** Of the program that holds its port, and of the service itself. */
  pid: z.number().int().nullable(),
  servingPid: z.number().int().nullable(),
  /** How often it was started again since it was asked for. */
  falls: z.number().int(),
  generation: z.number().int(),
  /** When its pane was opened without anybody asking, lately. */
  reopened: z.array(Timestamp),
})
export type Ward = z.infer<typeof Ward>

export const WardView = Ward.extend({
  /** The last lines of its terminal. */
  lines: z.array(z.string()),
  /** Runs its terminal in tmux. */
  attach: z.array(z.string()),
})
export type WardView = z.infer<typeof WardView>
