// Requests that wait for a person's yes or no.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findApprovals({ approvals }: AttentionFacts): Found[] {
  return approvals.map(({ id, title, why, risk, requester, agent, project, createdAt }) => ({
    title: `${agent ?? requester} asks for approval (${risk} risk): ${title}`,
    detail: why === '' ? 'no reason given' : why,
    since: createdAt,
    ...(agent !== null && { agent }),
    ...(project !== null && { project }),
    command: `cmux approvals show ${id}`,
    link: `/approvals/${id}`,
  }))
}
