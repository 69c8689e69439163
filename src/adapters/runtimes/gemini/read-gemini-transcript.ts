// Tokens that a Gemini CLI conversation used, from its transcript: a line an answer of the model, written again when it grows.
import { z } from 'zod'
import type { HookNews } from '../../../core/agents/runtime.ts'
import { readJsonLine } from '../read-json-line.ts'

const Tokens = z.number().int().nonnegative().default(0)

const AnswerLine = z.object({
  type: z.literal('gemini'),
  id: z.string(),
  model: z.string().default('gemini'),
  tokens: z.object({ input: Tokens, output: Tokens, cached: Tokens, thoughts: Tokens, tool: Tokens }),
})

export function readGeminiTranscript(line: string): HookNews[] {
  const parsed = AnswerLine.safeParse(readJsonLine(line))
  if (!parsed.success) return []
  const { id, model, tokens } = parsed.data
  return [
    {
      kind: 'usage',
      message: id,
      model,
      // What came from the cache is counted as input there; what tools gave to the prompt, and thoughts, are counted apart.
      input: Math.max(0, tokens.input - tokens.cached) + tokens.tool,
      output: tokens.output + tokens.thoughts,
      cacheRead: tokens.cached,
      cacheWrite: 0,
    },
  ]
}
