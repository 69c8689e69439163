// The verbs of a person's day: what waits for them, and what their agents have done.
import type { Verb } from './verb.ts'

export const WORK_VERBS: readonly Verb[] = [
  {
    name: 'next',
    summary: 'what waits for you, most urgent first, with the command that answers it',
    example: 'cmux next',
    revives: true,
    load: async () => (await import('./verbs/next.ts')).next,
  },
  {
    name: 'diff',
    args: '<agent>',
    summary: "an agent's work against the main branch, uncommitted files included, as a patch",
    example: 'cmux diff anna',
    revives: true,
    load: async () => (await import('./verbs/diff.ts')).diff,
  },
]
