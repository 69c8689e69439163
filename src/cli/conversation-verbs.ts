// The verbs about conversations: what an agent has said and done, one that was begun by hand, and agents that run elsewhere.
import type { Verb } from './verb.ts'

export const CONVERSATION_VERBS: readonly Verb[] = [
  {
    name: 'agent state',
    args: '<name>',
    summary: 'where its work stands: what it would be told if it began anew',
    example: 'cmux agent state anna',
    load: async () => (await import('./verbs/agent.ts')).showAgentState,
  },
  {
    name: 'agent history',
    args: '<name>',
    summary: 'its conversation: prompts, answers, tools and mail, the newest last',
    example: 'cmux agent history anna --search parser',
    options: [
      ['--search <words>', 'only what has these words'],
      ['--kind <kind>', 'only prompt, answer, tool, result, message or mark'],
      ['--limit <number>', 'how many at most (default 100)'],
      ['--before <number>', 'what came before this entry'],
      ['--after <number>', 'what came after this entry'],
    ],
    load: async () => (await import('./verbs/history.ts')).showHistory,
  },
  {
    name: 'agent elsewhere',
    args: '<name> [command...]',
    summary: 'register an agent that runs elsewhere, and what is done when it goes silent',
    example: 'cmux agent elsewhere remote --silent 60 -- ssh box systemctl --user restart remote-agent',
    options: [
      ['--silent <seconds>', 'longer without a heartbeat is an alert (default 60)'],
      ['--tries <number>', 'how often the command after -- is run before a person is asked (default 3)'],
      ['--rollback', 'then take back the newest change of its project, and run it once more'],
      ['--project <name>', 'the project it works on'],
      ['--purpose <text>', 'what it is for, in a line'],
    ],
    load: async () => (await import('./verbs/elsewhere.ts')).putElsewhere,
  },
  {
    name: 'adopt',
    summary: 'take over a conversation that was begun by hand',
    example: 'cmux adopt --runtime claude --session 3580c77c-9068-46a4-a392-a6526c2cd59a --name anna',
    options: [
      ['--runtime <name>', 'claude or codex'],
      ['--session <id>', 'the id of the conversation'],
      ['--name <name>', 'what to call the agent'],
      ['--project <name>', 'the project it works on (default: the one that it was begun in)'],
      ['--role <name>', 'its role (default: worker)'],
      ['--folder <path>', 'where it goes on (default: the folder that it was begun in)'],
      ['--yes', 'do not ask whether it may work in that folder'],
      ['--no-sandbox', 'start it without a sandbox: it can then do whatever you can'],
    ],
    load: async () => (await import('./verbs/agent.ts')).adoptConversation,
  },
]
