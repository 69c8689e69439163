// Projects whose newer rules don't count: a person looks at them, and accepts them or puts the old ones back.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findWaitingRules({ waitingRules }: AttentionFacts): Found[] {
  return waitingRules.map(({ project, doubt }) => ({
    title: `the rules on the main branch of ${project} don’t count until you accept them`,
    detail: `these agents could have changed them: ${doubt.writers.map(({ agent }) => agent).join(', ')}`,
    since: doubt.since,
    project,
    command: `cmux project trust ${project}`,
    link: '/health',
  }))
}
