// The verbs about services of projects, and the show of what guarding them means.
import type { Verb } from './verb.ts'

export const WARD_VERBS: readonly Verb[] = [
  {
    name: 'project service',
    args: '<name> [ask]',
    summary: "how a project's service is, with its last lines; or start, stop or restart it",
    example: 'cmux project service shop restart',
    revives: true,
    load: async () => (await import('./verbs/ward.ts')).ward,
  },
  {
    name: 'demo heal',
    summary: 'the self-healing show: three changes of a service, one good, one refused, one rolled back',
    example: 'cmux demo heal',
    options: [
      ['--port <number>', 'where cmux listens if it is not up yet; 0 picks a free port'],
      ['--no-open', 'do not open a browser'],
    ],
    load: async () => (await import('./verbs/demo-heal.ts')).demoHeal,
  },
]
