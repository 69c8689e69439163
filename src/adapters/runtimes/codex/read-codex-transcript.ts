// Tokens that a Codex conversation used, from its transcript: one record an answer of the model.
import { z } from 'zod'
import type { HookNews } from '../../../core/agents/runtime.ts'
import { readJsonLine } from '../read-json-line.ts'

const Tokens = z.number().int().nonnegative().default(0)

const UsageLine = z.object({
  type: z.literal('token_usage_record'),
  payload: z.object({
    response_id: z.string(),
    model: z.string().default('codex'),
    usage: z.object({
      input_tokens: Tokens,
      cached_input_tokens: Tokens,
      cache_write_input_tokens: Tokens,
      output_tokens: Tokens,
    }),
  }),
})

export function readCodexTranscript(line: string): HookNews[] {
  const parsed = UsageLine.safeParse(readJsonLine(line))
  if (!parsed.success) return []
  const { response_id, model, usage } = parsed.data.payload
  return [
    {
      kind: 'usage',
      message: response_id,
      model,
      // Codex counts what came from the cache as input; ours is what did not.
      input: Math.max(0, usage.input_tokens - usage.cached_input_tokens),
      output: usage.output_tokens,
      cacheRead: usage.cached_input_tokens,
      cacheWrite: usage.cache_write_input_tokens,
    },
  ]
}
