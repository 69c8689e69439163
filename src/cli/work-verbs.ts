// The verbs of a person's day: what waits for them, and what their agents have done.
import type { Verb } from './verb.ts'

export const WORK_VERBS: readonly Verb[] = [
  {
    name: 'next',
    summary: 'what waits for you, most urgent first, with the command that answers it',
    example: 'cmux next',
    revives: true,
    load: async () => (await import('./verbs/next.ts')).next,
  },
  {
    name: 'pause',
    args: '[agent]',
    summary: 'interrupt an agent, or all, and let no new turn begin until you resume it; mail waits',
    example: 'cmux pause --all --why "the build machine is on fire"',
    options: [
      ['--all', 'all agents there are'],
      ['--why <text>', 'a line for whoever looks, the agent included'],
    ],
    revives: true,
    load: async () => (await import('./verbs/pause.ts')).pause,
  },
  {
    name: 'resume',
    args: '[agent]',
    summary: 'have a paused agent, or all, go on where it was',
    example: 'cmux resume --all',
    options: [['--all', 'all that are paused']],
    revives: true,
    load: async () => (await import('./verbs/pause.ts')).resume,
  },
  {
    name: 'diff',
    args: '<agent>',
    summary: "an agent's work against the main branch, uncommitted files included, as a patch",
    example: 'cmux diff anna',
    revives: true,
    load: async () => (await import('./verbs/diff.ts')).diff,
  },
  {
    name: 'audit',
    summary: 'who did what and when, newest last; or the whole history into a file, a line of JSON each',
    example: 'cmux audit --agent anna --type "tool.*" --since 1h',
    options: [
      ['--agent <name>', 'what this agent did, and what is about it'],
      ['--actor <name>', 'what was done by this one: owner, system, agent:anna'],
      ['--type <types>', 'only these kinds, such as agent.*,task.moved'],
      ['--since <time>', 'from then on: 30min, 1h, 2d, or a moment such as 2026-01-31T12:00:00Z'],
      ['-n, --limit <count>', 'how many (default 50)'],
      ['--export <file>', 'everything that fits, into a file that must not be there yet'],
    ],
    revives: true,
    load: async () => (await import('./verbs/audit.ts')).audit,
  },
  {
    name: 'notices list',
    summary: 'what was told to Slack and webhooks, newest last, and which of them fail',
    example: 'cmux notices list --state dead',
    options: [
      ['--channel <name>', 'of this channel only'],
      ['--state <state>', 'waiting, delivered or dead'],
      ['-n, --limit <count>', 'how many (default 20)'],
    ],
    revives: true,
    load: async () => (await import('./verbs/notices.ts')).listNotices,
  },
  {
    name: 'notices test',
    args: '[channel]',
    summary: 'send a test to a channel, or to all of them',
    example: 'cmux notices test ops',
    revives: true,
    load: async () => (await import('./verbs/notices.ts')).testNotices,
  },
]
