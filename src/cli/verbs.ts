// Every verb of `cmux`.
import type { Verb } from './verb.ts'

export const VERBS: readonly Verb[] = [
  {
    name: 'up',
    summary: 'start cmux, wait until it is healthy, and print a login link',
    example: 'cmux up --port 8000',
    options: [
      ['--port <number>', 'listen here; 0 picks a free port'],
      ['--host <address>', 'a loopback address (default 127.0.0.1)'],
      ['--no-open', 'do not open a browser'],
      ['--foreground', 'stay in this terminal until stopped'],
    ],
    load: async () => (await import('./verbs/up.ts')).up,
  },
  {
    name: 'down',
    summary: 'stop cmux; agents keep running',
    example: 'cmux down',
    options: [['--now', 'do not wait for what is in flight']],
    load: async () => (await import('./verbs/down.ts')).down,
  },
  {
    name: 'restart',
    summary: 'swap to a fresh server without interrupting anything',
    example: 'cmux restart',
    load: async () => (await import('./verbs/restart.ts')).restart,
  },
  {
    name: 'status',
    summary: 'one screen of everything',
    example: 'cmux status --json',
    load: async () => (await import('./verbs/status.ts')).status,
  },
  {
    name: 'open',
    summary: 'open the dashboard with a fresh login link',
    example: 'cmux open',
    options: [['--no-open', 'only print the link']],
    load: async () => (await import('./verbs/open.ts')).open,
  },
  {
    name: 'logs',
    args: '[name]',
    summary: 'the last lines of a log (default: server)',
    example: 'cmux logs server -f',
    options: [
      ['-f, --follow', 'go on with what is added'],
      ['-n, --lines <count>', 'how many lines (default 50)'],
    ],
    load: async () => (await import('./verbs/logs.ts')).logs,
  },
  {
    name: 'doctor',
    summary: 'check the machine and say how to mend each finding',
    example: 'cmux doctor',
    load: async () => (await import('./verbs/doctor.ts')).doctor,
  },
  {
    name: 'token create',
    summary: 'create a token; its secret is shown only now',
    example: 'cmux token create --role observer --label grafana',
    options: [
      ['--role <role>', 'human, agent, observer or webhook'],
      ['--agent <name>', 'the agent it is for (role agent)'],
      ['--label <text>', 'a word to know it by'],
      ['--expires <seconds>', 'how long it holds (default: until revoked)'],
    ],
    load: async () => (await import('./verbs/token.ts')).createToken,
  },
  {
    name: 'token list',
    summary: 'tokens, without their secrets',
    example: 'cmux token list',
    load: async () => (await import('./verbs/token.ts')).listTokens,
  },
  {
    name: 'token revoke',
    args: '<id>',
    summary: 'end a token at once, open connections included',
    example: 'cmux token revoke tok_01m7f6011pb1te43hsdxm0kc49',
    load: async () => (await import('./verbs/token.ts')).revokeToken,
  },
  {
    name: 'backup list',
    summary: 'backups of the state, newest first',
    example: 'cmux backup list',
    load: async () => (await import('./verbs/backup.ts')).showBackups,
  },
  {
    name: 'backup create',
    summary: 'copy the state now',
    example: 'cmux backup create',
    load: async () => (await import('./verbs/backup.ts')).createBackup,
  },
  {
    name: 'backup restore',
    args: '[id]',
    summary: 'bring a backup back (default: the newest); what is there now is set aside',
    example: 'cmux down && cmux backup restore && cmux up',
    options: [['--empty', 'begin without data instead']],
    load: async () => (await import('./verbs/backup.ts')).restore,
  },
  {
    name: 'test',
    args: '[kinds...]',
    summary: 'from a checkout: run the tests (tidy unit contract sim e2e soak all)',
    example: './cmux test unit',
    load: async () => (await import('./verbs/checkout.ts')).testCheckout,
  },
  {
    name: 'bench',
    args: '[names...]',
    summary: 'from a checkout: measure side by side',
    example: './cmux bench store',
    load: async () => (await import('./verbs/checkout.ts')).benchCheckout,
  },
]
