// Tokens that an answer used, from a line of a transcript as Claude Code writes it; the demo agent writes the same. A message has a
// line for each of its parts, each with the usage of the whole: whoever counts does so once a message id.
import { z } from 'zod'
import type { HookNews } from '../../core/agents/runtime.ts'
import { readJsonLine } from './read-json-line.ts'

const Tokens = z.number().int().nonnegative().default(0)

const AnswerLine = z.object({
  type: z.literal('assistant'),
  message: z.object({
    id: z.string(),
    model: z.string(),
    usage: z.object({
      input_tokens: Tokens,
      output_tokens: Tokens,
      cache_read_input_tokens: Tokens,
      cache_creation_input_tokens: Tokens,
    }),
  }),
})

/** What Claude Code says by itself (an API error) names this model and used nothing. */
const NO_MODEL = '<synthetic>'

export function readAnswerUsage(line: string): HookNews[] {
  const parsed = AnswerLine.safeParse(readJsonLine(line))
  if (!parsed.success || parsed.data.message.model === NO_MODEL) return []
  const { id, model, usage } = parsed.data.message
  return [
    {
      kind: 'usage',
      message: id,
      model,
      input: usage.input_tokens,
      output: usage.output_tokens,
      cacheRead: usage.cache_read_input_tokens,
      cacheWrite: usage.cache_creation_input_tokens,
    },
  ]
}
