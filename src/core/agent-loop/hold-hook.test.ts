import { expect, test } from 'vitest'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { holdHook } from './hold-hook.ts'
import type { HookNews, Runtime } from '../agents/runtime.ts'

const pause = { since: timestampFromMs(0), by: 'owner', why: 'lunch', cutsTurn: false }
const anna = { ...makeAgent('anna'), paused: pause }
const runtime: Pick<Runtime, 'denyGate' | 'mail'> = {
  denyGate: (event, reason) => (event === 'Gate' ? { no: reason } : undefined),
  mail: { enterAfterMs: 0, refusePrompt: (reason) => ({ refused: reason }) },
}
const prompt: HookNews = { kind: 'turn started', prompt: 'go' }
const call: HookNews = { kind: 'tool started', id: '1', tool: 'Bash', input: {} }

test('[O3] a tool is denied with who paused and why, and is told as one that was not used', () => {
  expect(holdHook(runtime, anna, 'Gate', [call])).toEqual({
    kind: 'tool',
    answer: { no: 'cmux: anna is paused by owner: lunch. Stop here: you are told when to go on.' },
    news: [
      call,
      { kind: 'tool ended', id: '1', tool: 'Bash', failure: 'not allowed: paused by owner: lunch' },
    ],
  })
})

test('[O3] a prompt is refused, also a person’s at the terminal, and begins nothing', () => {
  expect(holdHook(runtime, anna, 'Prompt', [prompt])).toEqual({
    kind: 'prompt',
    answer: { refused: 'cmux: anna is paused by owner: lunch. To go on: cmux resume anna' },
    news: [],
  })
})

test.each([
  ['an event that only informs', runtime, [{ kind: 'idle' } as const]],
  ['a program that can’t refuse a prompt', { mail: { enterAfterMs: 0 } }, [prompt]],
])('[O3] %s is heard as ever', (_, program, news) => {
  expect(holdHook(program, anna, 'Other', news)).toBeUndefined()
})
