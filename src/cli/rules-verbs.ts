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
      ['--agent <name>', 'as this agent would be judged'],
      ['--confined', 'as if it ran inside of walls'],
    ],
    revives: true,
    load: async () => (await import('./verbs/rules.ts')).testRules,
  },
]
