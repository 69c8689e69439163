// The verbs about the rules for tools.
import type { Verb } from '../verb.ts'

export const RULES_VERBS: readonly Verb[] = [
  {
    name: 'rules list',
    summary: 'list the rules for tools that apply, and problems of policy.json',
    example: 'cmux rules list',
    revives: true,
    load: async () => (await import('../verbs/rules.ts')).listRules,
  },
  {
    name: 'rules test',
    args: '<tool-or-command> [input]',
    summary: 'test what the rules say about a command, or a tool with its input as JSON; nothing is run',
    example: "cmux rules test -- 'git push && rm -rf /'",
    options: [
      ['--agent <name>', 'judge as for this agent, with its workspace, sandbox and rules'],
      ['--confined', 'judge as in a sandbox'],
    ],
    revives: true,
    load: async () => (await import('../verbs/rules.ts')).testRules,
  },
  {
    name: 'rules remove',
    args: '<id>',
    summary: 'remove a rule that was added with an approval; the action is asked about again',
    example: 'cmux rules remove rul_01hqz3v1h0e8y6x5w4t3s2r1q0',
    revives: true,
    load: async () => (await import('../verbs/rules.ts')).removeRule,
  },
]
