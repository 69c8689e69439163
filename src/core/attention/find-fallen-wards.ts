// Services that fell too often: nobody starts them again by themselves.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findFallenWards({ wards }: AttentionFacts): Found[] {
  return wards
    .filter(({ status }) => status === 'given_up')
    .map(({ project, why, since }) => ({
      title: `the service of ${project} does not run`,
      detail: why ?? 'it fell too often',
      since,
      project,
      command: `cmux project service ${project}`,
      link: '/health',
    }))
}
