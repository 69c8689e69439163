// The verbs of a person's day: what waits for them, and what their agents have done.
import type { Verb } from '../verb.ts'

export const WORK_VERBS: readonly Verb[] = [
  {
    name: 'next',
    summary: 'list what needs attention, most urgent first, with the command for each',
    example: 'cmux next',
    revives: true,
    load: async () => (await import('../verbs/next.ts')).next,
  },
  {
    name: 'pause',
    args: '[agent]',
    summary:
      'pause an agent, or all: interrupt the turn, start no new one and queue messages until you resume',
    example: 'cmux pause --all --why "the build machine is on fire"',
    options: [
      ['--all', 'all agents'],
      ['--why <text>', 'reason, shown to people and to the agent'],
    ],
    revives: true,
    load: async () => (await import('../verbs/agents/pause.ts')).pause,
  },
  {
    name: 'resume',
    args: '[agent]',
    summary: 'resume a paused agent, or all',
    example: 'cmux resume --all',
    options: [['--all', 'all paused agents']],
    revives: true,
    load: async () => (await import('../verbs/agents/pause.ts')).resume,
  },
  {
    name: 'diff',
    args: '<agent>',
    summary: "show an agent's work compared with the main branch as a patch, uncommitted files included",
    example: 'cmux diff anna',
    revives: true,
    load: async () => (await import('../verbs/agents/diff.ts')).diff,
  },
  {
    name: 'audit',
    summary: 'show the audit log, newest last; or export it as lines of JSON',
    example: 'cmux audit --agent anna --type "tool.*" --since 1h',
    options: [
      ['--agent <name>', 'only events by or about this agent'],
      ['--actor <name>', 'only events by this actor: owner, system, agent:anna'],
      ['--type <types>', 'only these types, such as agent.*,task.moved'],
      ['--since <time>', 'only events since then: 30min, 1h, 2d, or a moment such as 2026-01-31T12:00:00Z'],
      ['-n, --limit <count>', 'how many at most (default 50)'],
      ['--export <file>', 'write all matching events into a new file'],
    ],
    revives: true,
    load: async () => (await import('../verbs/audit.ts')).audit,
  },
  {
    name: 'notices list',
    summary: 'list notifications to Slack and webhooks, newest last, and failing channels',
    example: 'cmux notices list --state dead',
    options: [
      ['--channel <name>', 'only this channel'],
      ['--state <state>', 'only this state: waiting, delivered or dead'],
      ['-n, --limit <count>', 'how many at most (default 20)'],
    ],
    revives: true,
    load: async () => (await import('../verbs/notices.ts')).listNotices,
  },
  {
    name: 'notices test',
    args: '[channel]',
    summary: 'send a test notification to a channel, or to all',
    example: 'cmux notices test ops',
    revives: true,
    load: async () => (await import('../verbs/notices.ts')).testNotices,
  },
]
