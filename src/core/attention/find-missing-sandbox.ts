// No sandbox works here, and the settings want one: no agent starts, and no check, build or rehearsal runs.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findMissingSandbox({ sandbox: { mode, state, detail, hint } }: AttentionFacts): Found[] {
  if (state !== 'missing' || mode === 'auto') return []
  return [
    {
      title: `no agent starts: ${detail ?? 'no sandbox is available'}`,
      detail: 'agents, checks, builds and rehearsals run in a sandbox only, unless you say otherwise',
      since: null,
      command: hint ?? 'cmux doctor',
      link: '/health',
    },
  ]
}
