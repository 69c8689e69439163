// The verbs about approvals, and about proofs that a person is there.
import type { Verb } from './verb.ts'

const DECISION: Verb['options'] = [
  ['--reason <text>', 'a line that the requester is told'],
  ['--sha256 <hash>', 'of the content that you have seen; without it, it is shown and you are asked'],
  ['--yes', 'do not ask: decide on what is there now'],
]

export const APPROVAL_VERBS: readonly Verb[] = [
  {
    name: 'approvals list',
    summary: 'what agents ask a person for',
    example: 'cmux approvals list --agent anna',
    options: [
      ['--all', 'those that are decided or over, too'],
      ['--agent <name>', 'only those of one agent'],
      ['--project <name>', 'only those of one project'],
    ],
    revives: true,
    load: async () => (await import('./verbs/approvals.ts')).listApprovals,
  },
  {
    name: 'approvals show',
    args: '<id>',
    summary: 'one request: exactly what is asked for, by whom and why',
    example: 'cmux approvals show apr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('./verbs/approvals.ts')).showApproval,
  },
  {
    name: 'approvals approve',
    args: '<id>',
    summary: 'say yes, once, to exactly what is shown',
    example: 'cmux approvals approve apr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    options: [
      ...DECISION,
      [
        '--always <scope>',
        'for this agent (agent) or its project (project): keeps a rule, which is shown first',
      ],
    ],
    revives: true,
    load: async () => (await import('./verbs/approvals.ts')).approve,
  },
  {
    name: 'approvals deny',
    args: '<id>',
    summary: 'say no; the requester is told why',
    example: 'cmux approvals deny apr_01hqz3v1h0e8y6x5w4t3s2r1q0 --reason "not on a Friday"',
    options: [
      ['--reason <text>', 'a line that the requester is told'],
      ['--sha256 <hash>', 'of the content that you have seen'],
    ],
    revives: true,
    load: async () => (await import('./verbs/approvals.ts')).deny,
  },
  {
    name: 'confirm',
    args: '<code>',
    summary: 'confirm the code that the dashboard shows before it may widen anybody’s power',
    example: 'cmux confirm 3F9A-77C1',
    revives: true,
    load: async () => (await import('./verbs/confirm.ts')).confirm,
  },
  {
    name: 'approvals passphrase',
    args: '<set|remove>',
    summary: 'a word that every yes needs besides the login; read from standard input',
    example: 'cmux approvals passphrase set',
    revives: true,
    load: async () => (await import('./verbs/approvals.ts')).setPassphrase,
  },
]
