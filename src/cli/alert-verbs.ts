// The verbs about alerts.
import type { Verb } from './verb.ts'

export const ALERT_VERBS: readonly Verb[] = [
  {
    name: 'alerts list',
    summary: 'what cmux noticed by itself, in logs and elsewhere',
    example: 'cmux alerts list',
    options: [
      ['--all', 'those that somebody has seen, too'],
      ['--project <name>', 'only those of one project'],
      ['--limit <count>', 'at most so many (20)'],
    ],
    revives: true,
    load: async () => (await import('./verbs/alerts.ts')).listAlerts,
  },
  {
    name: 'alerts show',
    args: '<id>',
    summary: 'one alert, with its lines',
    example: 'cmux alerts show alr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('./verbs/alerts.ts')).showAlert,
  },
  {
    name: 'alerts acknowledge',
    args: '<id>',
    summary: 'mark an alert as seen; should it happen again later, it is another one',
    example: 'cmux alerts acknowledge alr_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('./verbs/alerts.ts')).acknowledgeAlert,
  },
]
