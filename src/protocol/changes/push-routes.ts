// The rows of the route table that are about pushing to a remote.
import { z } from 'zod'
import { WaitQuery } from '../approvals/approval.ts'
import { ApprovalId } from '../ids.ts'
import { AskPush, KnownRemote, OneRemote, Push } from './push.ts'

const ASKERS = ['owner', 'human', 'agent'] as const

const OnePush = z.strictObject({ id: ApprovalId })

export const PUSH_ROUTES = {
  'POST /api/pushes': {
    summary:
      'Pushes commits to a remote of the project. An agent asks a person, and the same push again is the same request; a person first gets what would be pushed, and agrees by its SHA-256',
    access: ASKERS,
    body: AskPush,
    answer: Push,
  },
  'GET /api/pushes/:id': {
    summary: 'One push; with `wait` the answer comes when it is over, or after so many seconds',
    access: ASKERS,
    params: OnePush,
    query: WaitQuery,
    answer: Push,
  },
  'POST /api/pushes/:id/told': {
    summary: 'The agent that asked has heard what came of it, and needs no message',
    access: ['agent'],
    params: OnePush,
    answer: Push,
  },
  'GET /api/remotes/:name': {
    summary: 'A remote of the project of the agent that asks: its branches as the project last saw them',
    access: ['agent'],
    params: OneRemote,
    answer: KnownRemote,
  },
} as const
