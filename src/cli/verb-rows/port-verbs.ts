// The rows of the table of verbs about ports between agents and this machine.
import type { Verb } from '../verb.ts'

export const PORT_VERBS: readonly Verb[] = [
  {
    name: 'agent ports',
    args: '<name>',
    summary: 'ports of this machine that an agent asks for or may use, and its own open ports',
    example: 'cmux agent ports anna',
    load: async () => (await import('../verbs/agents/ports.ts')).listAgentPorts,
  },
  {
    name: 'agent open-port',
    args: '<name> <port>',
    summary: 'give an agent access to a port of this machine',
    example: 'cmux agent open-port anna 5432',
    options: [
      ['--once', "until the agent's next start"],
      ['--project', 'for all agents of its project'],
      ['--address <address>', 'another address of this machine (default: localhost)'],
    ],
    load: async () => (await import('../verbs/agents/ports.ts')).openAgentPort,
  },
  {
    name: 'agent close-port',
    args: '<name> <port>',
    summary: 'end or deny that access',
    example: 'cmux agent close-port anna 5432',
    options: [['--address <address>', 'another address of this machine (default: localhost)']],
    load: async () => (await import('../verbs/agents/ports.ts')).closeAgentPort,
  },
  {
    name: 'agent port',
    args: '<name> <port>',
    summary: 'open a server of an agent to you, and print its address',
    example: 'cmux agent port anna 3000',
    options: [['--close', 'close the port again']],
    load: async () => (await import('../verbs/agents/ports.ts')).publishAgentPort,
  },
]
