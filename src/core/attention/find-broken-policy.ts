// A policy that can't be read: until it is mended, agents are asked about everything but reading.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findBrokenPolicy({ policyProblem }: AttentionFacts): Found[] {
  if (policyProblem === null) return []
  return [
    {
      title: 'policy.json is invalid, so everything but reading needs approval',
      detail: policyProblem,
      since: null,
      command: 'cmux rules list',
      link: '/health',
    },
  ]
}
