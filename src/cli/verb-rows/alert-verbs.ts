// The verbs about alerts.
import type { Verb } from '../verb.ts'

export const ALERT_VERBS: readonly Verb[] = [
  {
    name: 'alerts list',
    summary: 'problems that cmux noticed by itself, in logs and in its parts',
    example: 'cmux alerts list',
    options: [
      ['--all', 'include acknowledged alerts'],
      ['--project <name>', 'only alerts of this project'],
      ['--limit <count>', 'how many at most (default 20)'],
    ],
    revives: true,
    load: async () => (await import('../verbs/alerts.ts')).listAlerts,
  },
  {
    name: 'alerts show',
    args: '<id>',
    summary: 'show an alert with its log lines',
    example: 'cmux alerts show alr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('../verbs/alerts.ts')).showAlert,
  },
  {
    name: 'alerts acknowledge',
    args: '<id>',
    summary: 'acknowledge an alert; if the problem comes back later, there is a new alert',
    example: 'cmux alerts acknowledge alr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('../verbs/alerts.ts')).acknowledgeAlert,
  },
]
