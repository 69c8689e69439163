// The rows of the route table that are about approvals. Who asked, and any agent, can look and take back, never decide.
import { z } from 'zod'
import {
  Approval,
  ApprovalsPage,
  ApprovalsQuery,
  ApprovedRequest,
  ApproveRequest,
  DenyRequest,
  RequestApproval,
  SetPassphrase,
  WaitQuery,
} from './approval.ts'
import { ApprovalId } from '../ids.ts'
import { RulePlan } from './kept-rule.ts'

const PEOPLE = ['owner', 'human'] as const
/** Not for observers: what is asked for may hold secrets. Agents see their own only. */
const ASKERS = ['owner', 'human', 'agent'] as const

const OneApproval = z.strictObject({ id: ApprovalId })

export const APPROVAL_ROUTES = {
  'GET /api/approvals': {
    summary:
      'Requests for approval, newest first; contents are cut to their beginning. Agents see their own only',
    access: ASKERS,
    query: ApprovalsQuery,
    answer: ApprovalsPage,
  },
  'POST /api/approvals': {
    summary: 'Asks a person for approval, in words; the same id again is the same request',
    access: ASKERS,
    body: RequestApproval,
    answer: Approval,
    status: 201,
  },
  'GET /api/approvals/:id': {
    summary: 'One request whole; with `wait` the answer comes when it is decided, or after so many seconds',
    access: ASKERS,
    params: OneApproval,
    query: WaitQuery,
    answer: Approval,
  },
  'GET /api/approvals/:id/rule': {
    summary: 'What `always` would mean for this request: the rule that would be kept, or why none can be',
    access: PEOPLE,
    params: OneApproval,
    answer: RulePlan,
  },
  'POST /api/approvals/:id/approve': {
    summary:
      'Says yes, once, to exactly the content whose SHA-256 is named; with `always` a rule is kept, too. Never who asked, and never an agent',
    access: PEOPLE,
    params: OneApproval,
    body: ApproveRequest,
    answer: ApprovedRequest,
  },
  'POST /api/approvals/:id/deny': {
    summary: 'Says no, with a reason that the requester is told',
    access: PEOPLE,
    params: OneApproval,
    body: DenyRequest,
    answer: Approval,
  },
  'POST /api/approvals/:id/withdraw': {
    summary: 'Takes a request back; only who asked can',
    access: ASKERS,
    params: OneApproval,
    answer: Approval,
  },
  'PUT /api/approvals/passphrase': {
    summary: 'Sets the passphrase that every yes needs besides a login, or takes it away with null',
    access: ['owner'],
    body: SetPassphrase,
    answer: z.object({ isSet: z.boolean() }),
  },
} as const
