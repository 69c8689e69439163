// The verbs about conversations: what an agent has said and done, one that was begun by hand, and agents that run elsewhere.
import type { Verb } from '../verb.ts'

export const CONVERSATION_VERBS: readonly Verb[] = [
  {
    name: 'agent state',
    args: '<name>',
    summary: "show an agent's context: what a new conversation would be told",
    example: 'cmux agent state anna',
    load: async () => (await import('../verbs/agents/agent.ts')).showAgentState,
  },
  {
    name: 'agent history',
    args: '<name>',
    summary: "show an agent's conversation: prompts, answers, tools and messages, newest last",
    example: 'cmux agent history anna --search parser',
    options: [
      ['--search <words>', 'only entries with these words'],
      ['--kind <kind>', 'only this kind: prompt, answer, tool, result, message or mark'],
      ['--limit <number>', 'how many at most (default 100)'],
      ['--before <number>', 'only entries before this one'],
      ['--after <number>', 'only entries after this one'],
    ],
    load: async () => (await import('../verbs/agents/history.ts')).showHistory,
  },
  {
    name: 'agent elsewhere',
    args: '<name> [command...]',
    summary: 'register a remote agent, and what to do when it goes silent',
    example: 'cmux agent elsewhere remote --silent 60 -- ssh box systemctl --user restart remote-agent',
    options: [
      ['--silent <seconds>', 'time without a heartbeat until an alert is raised (default 60)'],
      ['--tries <number>', 'how often to run the command after -- before a person is asked (default 3)'],
      ['--rollback', 'then roll back the newest change of its project and run the command once more'],
      ['--project <name>', 'project that the agent works on'],
      ['--purpose <text>', 'purpose, in one line'],
    ],
    load: async () => (await import('../verbs/agents/elsewhere.ts')).putElsewhere,
  },
  {
    name: 'adopt',
    summary: 'adopt a conversation that was started by hand',
    example: 'cmux adopt --runtime claude --session 3580c77c-9068-46a4-a392-a6526c2cd59a --name anna',
    options: [
      ['--runtime <name>', 'claude or codex'],
      ['--session <id>', 'id of the conversation'],
      ['--name <name>', 'name of the agent'],
      ['--project <name>', 'project (default: the one the conversation was started in)'],
      ['--role <name>', 'role of the agent (default: worker)'],
      ['--folder <path>', 'folder to continue in (default: the one the conversation was started in)'],
      ['--yes', 'do not ask before working in that folder'],
      ['--no-sandbox', 'start without a sandbox: the agent can do whatever you can'],
    ],
    load: async () => (await import('../verbs/agents/agent.ts')).adoptConversation,
  },
]
