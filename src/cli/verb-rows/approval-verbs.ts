// The verbs about approvals, and about proofs that a person is there.
import type { Verb } from '../verb.ts'

const DECISION: Verb['options'] = [
  ['--reason <text>', 'reason, sent to the requester'],
  [
    '--sha256 <hash>',
    'hash of the content that you have seen; without it, the content is shown and you are asked',
  ],
  ['--yes', 'do not ask: decide on the current content'],
]

export const APPROVAL_VERBS: readonly Verb[] = [
  {
    name: 'approvals list',
    summary: 'requests of agents that need a person',
    example: 'cmux approvals list --agent anna',
    options: [
      ['--all', 'include decided and expired requests'],
      ['--agent <name>', 'only requests of this agent'],
      ['--project <name>', 'only requests of this project'],
    ],
    revives: true,
    load: async () => (await import('../verbs/approvals.ts')).listApprovals,
  },
  {
    name: 'approvals show',
    args: '<id>',
    summary: 'show a request: its exact content, the requester and the reason',
    example: 'cmux approvals show apr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('../verbs/approvals.ts')).showApproval,
  },
  {
    name: 'approvals approve',
    args: '<id>',
    summary: 'approve this exact action, once',
    example: 'cmux approvals approve apr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    options: [
      ...DECISION,
      [
        '--always <scope>',
        'for this agent (agent) or its project (project): adds a rule, which is shown first',
      ],
    ],
    revives: true,
    load: async () => (await import('../verbs/approvals.ts')).approve,
  },
  {
    name: 'approvals deny',
    args: '<id>',
    summary: 'deny a request; the requester is told why',
    example: 'cmux approvals deny apr_01hqz3v1h0e8y6x5w4t3s2r1q0 --reason "not on a Friday"',
    options: [
      ['--reason <text>', 'reason, sent to the requester'],
      ['--sha256 <hash>', 'hash of the content that you have seen'],
    ],
    revives: true,
    load: async () => (await import('../verbs/approvals.ts')).deny,
  },
  {
    name: 'confirm',
    args: '<code>',
    summary: 'confirm the code that the dashboard shows before it grants more rights',
    example: 'cmux confirm 3F9A-77C1',
    revives: true,
    load: async () => (await import('../verbs/confirm.ts')).confirm,
  },
  {
    name: 'approvals passphrase',
    args: '<set|remove>',
    summary: 'a passphrase that every approval needs besides the login; read from standard input',
    example: 'cmux approvals passphrase set',
    revives: true,
    load: async () => (await import('../verbs/approvals.ts')).setPassphrase,
  },
]
