// The verbs about the rules for tools.
import type { Verb } from './verb.ts'

export const RULES_VERBS: readonly Verb[] = [
  {
    name: 'rules list',
    summary: 'the rules for tools that are in force, and what is wrong with policy.json, if anything',
    example: 'cmux rules list',
    revives: true,
    load: async () => (await import('./verbs/rules.ts')).listRules,
  },
  {
    name: 'rules test',
    args: '<tool-or-command> [input]',
    summary: 'what the rules say of a command, or of a tool with its input as JSON; nothing is run',
    example: "cmux rules test -- 'git push && rm -rf /'",
    options: [
      ['--agent <name>', 'as this agent would be judged, with its workspace, its sandbox and its kept rules'],
      ['--confined', 'as if it ran in the sandbox'],
    ],
    revives: true,
    load: async () => (await import('./verbs/rules.ts')).testRules,
  },
  {
    name: 'rules remove',
    args: '<id>',
    summary: 'take back a rule that was kept with an approval; from then on it is asked again',
    example: 'cmux rules remove rul_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('./verbs/rules.ts')).removeRule,
  },
]
