// What a line of the demo agent's conversation file tells: what an answer took. Everything else its hooks tell sooner.
import { z } from 'zod'
import type { HookNews } from '../../../core/agents/runtime.ts'

const Answer = z.object({
  type: z.literal('assistant'),
  message: z.object({
    id: z.string(),
    model: z.string(),
    usage: z.object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cache_read_input_tokens: z.number(),
      cache_creation_input_tokens: z.number(),
    }),
  }),
})

export function readDemoTranscriptLine(line: string): HookNews[] {
  const parsed = Answer.safeParse(parseJson(line))
  if (!parsed.success) return []
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

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // half a line: the rest is not written yet
  }
}
