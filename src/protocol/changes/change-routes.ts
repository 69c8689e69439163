// The rows of the route table that are about changes to code.
import { z } from 'zod'
import {
  Change,
  ChangesQuery,
  ChangeView,
  OutputPart,
  OutputQuery,
  PlanChange,
  ReviewChange,
} from './change.ts'
import { ChangeId } from '../ids.ts'
import { pageOf } from '../page.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer', 'agent'] as const
const WRITERS = ['owner', 'human', 'agent'] as const

/** Several files whole, each up to six times as long in JSON. */
const PLAN_MAX_BYTES = 16 * 1024 * 1024
const REASON_MAX_CHARS = 1000
const SUM_MAX_CHARS = 64
const PASSPHRASE_MAX_CHARS = 1000

const OneChange = z.strictObject({ id: ChangeId })

export const CHANGE_ROUTES = {
  'GET /api/guide': {
    summary: 'How one changes code here: the guide for agents, as Markdown',
    access: READERS,
    answer: z.object({ text: z.string() }),
  },
  'GET /api/improvements': {
    summary: 'Changes to code, the newest first',
    access: READERS,
    query: ChangesQuery,
    answer: pageOf(Change),
  },
  'POST /api/improvements': {
    summary:
      'Plans a change, from edits or from a branch: says how careful one has to be with each file; nothing is run or moved yet',
    access: WRITERS,
    body: PlanChange,
    bodyMaxBytes: PLAN_MAX_BYTES,
    answer: Change,
    status: 201,
  },
  'GET /api/improvements/:id': {
    summary: 'One change with its patch, which is cut when it is long',
    access: READERS,
    params: OneChange,
    answer: ChangeView,
  },
  'GET /api/improvements/:id/output': {
    summary:
      'What a check has said, from a byte on, while it runs and afterwards; of very much the beginning and the end',
    access: READERS,
    params: OneChange,
    query: OutputQuery,
    answer: OutputPart,
  },
  'POST /api/improvements/:id/execute': {
    summary:
      'Lets a planned change go its way: checks, then the main branch. What needs care is allowed by a person who names its sum; it goes on after this answer',
    access: WRITERS,
    params: OneChange,
    body: z.strictObject({
      approve: z.string().max(SUM_MAX_CHARS).optional(),
      /** For a yes, when one is set. */
      passphrase: z.string().max(PASSPHRASE_MAX_CHARS).optional(),
    }),
    answer: Change,
    status: 202,
  },
  'POST /api/improvements/:id/rollback': {
    summary: 'Takes an adopted change back by a commit that undoes it; it goes on after this answer',
    access: PEOPLE,
    params: OneChange,
    answer: Change,
    status: 202,
  },
  'POST /api/improvements/:id/cancel': {
    summary: 'Calls a change off',
    access: WRITERS,
    params: OneChange,
    body: z.strictObject({ reason: z.string().max(REASON_MAX_CHARS).optional() }),
    answer: Change,
  },
  'POST /api/improvements/:id/review': {
    summary:
      'Lets a change through that waits for a review, or refuses it. By anyone but its author; what only a person may allow, by people only',
    access: WRITERS,
    params: OneChange,
    body: ReviewChange,
    answer: Change,
  },
} as const
