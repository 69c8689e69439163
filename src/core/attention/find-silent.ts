// Agents elsewhere that are silent for longer than they may be; they are gone from here with their next heartbeat.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findSilent({ agents }: AttentionFacts): Found[] {
  return agents.flatMap(({ name, project, elsewhere }) => {
    const silence = elsewhere?.silence
    if (!elsewhere || !silence) return []
    const { steps, isGivenUp, since } = silence
    const done = steps === 0 ? 'no recovery step yet' : `${steps} recovery steps were taken`
    return [
      {
        title: `${name} (remote) is silent`,
        detail: isGivenUp ? `${done}; no step is left` : done,
        since,
        agent: name,
        ...(project !== null && { project }),
        command: `cmux agent show ${name}`,
        link: `/agents/${name}`,
      },
    ]
  })
}
