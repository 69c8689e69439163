// The verbs about services of projects, and the show of what guarding them means.
import type { Verb } from '../verb.ts'

export const WARD_VERBS: readonly Verb[] = [
  {
    name: 'project service',
    args: '<name> [ask]',
    summary: "show a project's service with its last lines; or start, stop or restart it",
    example: 'cmux project service shop restart',
    revives: true,
    load: async () => (await import('../verbs/changes/ward.ts')).ward,
  },
  {
    name: 'demo heal',
    summary:
      'a demo of self-healing: three changes to a service; one is merged, one fails its checks, one is rolled back',
    example: 'cmux demo heal',
    options: [
      ['--port <number>', 'port to listen on if cmux is not up yet; 0 picks a free port'],
      ['--no-open', 'do not open a browser'],
    ],
    load: async () => (await import('../verbs/machine/demo-heal.ts')).demoHeal,
  },
]
