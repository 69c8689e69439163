// Gemini's generateContent, as Gemini CLI asks.
import { type Dialect, eventStream, json, listOf, textOf } from './dialect.ts'
import type { Turn } from './script.ts'

const STATUS = { overloaded: 503, 'rate limited': 429 } as const

/** Before a turn, Gemini CLI asks a small model which model to use, and after one who speaks next. */
const SIDE_ANSWER = { reasoning: 'scripted', model_choice: 'flash', next_speaker: 'user' }

export const geminiContent: Dialect = {
  name: 'gemini content',
  isFor: (path) => /:(stream)?generateContent$/i.test(path),
  readTurns: (body) =>
    listOf(body['contents'])
      .filter(({ role }) => role !== 'model')
      .flatMap(({ parts }) => listOf(parts))
      .map(({ functionResponse, text }): Turn =>
        functionResponse === undefined ? { kind: 'prompt', text: textOf([{ text }]) } : { kind: 'result' },
      ),
  offeredTools: (body) =>
    listOf(body['tools'])
      .flatMap(({ functionDeclarations }) => listOf(functionDeclarations))
      .map(({ name }) => String(name)),
  write: ({ text, call, usage }, { path, body }) => {
    const parts = isSideQuestion(body)
      ? [{ text: JSON.stringify(SIDE_ANSWER) }]
      : [
          ...(text === '' ? [] : [{ text }]),
          ...(call === null ? [] : [{ functionCall: { name: call.name, args: call.input } }]),
        ]
    const input = usage.input + usage.cacheRead
    const answer = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: usage.output,
        totalTokenCount: input + usage.output,
        cachedContentTokenCount: usage.cacheRead,
      },
      modelVersion: 'scripted',
    }
    return path.includes(':stream') ? eventStream([{ data: answer }]) : json(answer)
  },
  writeFailure: (failure) =>
    json(
      { error: { code: STATUS[failure], message: `Scripted: ${failure}`, status: 'UNAVAILABLE' } },
      STATUS[failure],
    ),
}

function isSideQuestion(body: Readonly<Record<string, unknown>>): boolean {
  return listOf([body['generationConfig']]).some(
    (config) => config['responseJsonSchema'] !== undefined || config['responseSchema'] !== undefined,
  )
}
