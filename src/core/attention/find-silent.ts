// Agents elsewhere that are silent for longer than they may be; they are gone from here with their next heartbeat.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findSilent({ agents }: AttentionFacts): Found[] {
  return agents.flatMap(({ name, project, elsewhere }) => {
    const silence = elsewhere?.silence
    if (!elsewhere || !silence) return []
    const { steps, isGivenUp, since } = silence
    const done = steps === 0 ? 'nothing was done about it yet' : `${steps} steps were taken`
    return [
      {
        title: `${name} runs elsewhere and is silent`,
        detail: isGivenUp ? `${done}; nothing is left to be tried` : done,
        since,
        agent: name,
        ...(project !== null && { project }),
        command: `cmux agent show ${name}`,
        link: `/agents/${name}`,
      },
    ]
  })
}
