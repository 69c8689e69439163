// The rows of the route table that a person's day is made of: what waits for them, what their agents have done, and a
// team to try it with.
import { z } from 'zod'
import { AuditEntry, AuditQuery, AuditVerification, VerificationQuery } from '../audit.ts'
import { Attention } from '../attention.ts'
import { Demo, HealDemo } from '../demo.ts'
import { AgentName } from '../ids.ts'
import { UnreadMail } from '../messages/message.ts'
import { pageOf } from '../page.ts'
import { SharedWorkDiff } from './work-diff.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const

export const WORK_ROUTES = {
  'GET /api/next': {
    summary: 'Everything that waits for a person, most urgent first, with what to type and where to look',
    access: READERS,
    answer: Attention,
  },
  'GET /api/unread': {
    summary: 'Who has written to the owner or has mail on the way, and how much of it; nobody else is named',
    access: READERS,
    answer: z.object({ items: z.array(UnreadMail), next: z.null() }),
  },
  'GET /api/agents/:name/diff': {
    summary:
      "An agent's work against the project's main branch: its commits and uncommitted files, untracked ones included; the patch is cut when it is long. Of agents, itself and supervisors of its project",
    access: ['owner', 'human', 'observer', 'agent'],
    params: z.strictObject({ name: AgentName }),
    answer: SharedWorkDiff,
  },
  'GET /api/audit': {
    summary:
      'The history by agent, actor, types and time, with hashes; pages as those of /api/events, a page that finds little ends early. `format=jsonl`, or Accept: application/x-ndjson, gives everything that fits, a line each',
    access: READERS,
    query: AuditQuery,
    answer: pageOf(AuditEntry),
    speaks: 'jsonl',
  },
  'GET /api/audit/verification': {
    summary:
      'Whether the history is what was written, for a few seconds from `after` on; go on with `checkedTo` when it is not complete',
    access: READERS,
    query: VerificationQuery,
    answer: AuditVerification,
  },
  'POST /api/demo/heal': {
    summary: 'Adds the project, service and agent of the show of self-healing, as they were at first',
    access: PEOPLE,
    answer: HealDemo,
  },
  'POST /api/demo': {
    summary: 'Adds a demo project with a team that needs no model; what is there already stays as it is',
    access: PEOPLE,
    answer: Demo,
  },
} as const
