// Ports of this machine that agents were refused: a person opens them or says no.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findWantedPorts({ wantedPorts }: AttentionFacts): Found[] {
  return wantedPorts.map(({ agent, project, address, port, since }) => ({
    title: `${agent} asks for port ${port} of ${address === 'localhost' ? 'this machine' : address}`,
    detail:
      'access was denied; open the port for this run (--once), for the agent or for its project (--project), or close it',
    since,
    agent,
    ...(project !== null && { project }),
    command: `cmux agent open-port ${agent} ${port}${address === 'localhost' ? '' : ` --address ${address}`}`,
    link: `/agents/${agent}`,
  }))
}
