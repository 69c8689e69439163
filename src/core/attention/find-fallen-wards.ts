// Services that fell too often: nobody starts them again by themselves.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findFallenWards({ wards }: AttentionFacts): Found[] {
  return wards
    .filter(({ status }) => status === 'given_up')
    .map(({ project, why, since }) => ({
      title: `the service of ${project} is down`,
      detail: why ?? 'it crashed too often',
      since,
      project,
      command: `cmux project service ${project}`,
      link: '/health',
    }))
}
