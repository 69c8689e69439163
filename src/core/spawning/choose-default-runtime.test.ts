import { expect, test } from 'vitest'
import type { RuntimeState } from '../../protocol/agents/runtime.ts'
import { chooseDefaultRuntime } from './choose-default-runtime.ts'

const READY: RuntimeState = { kind: 'ready', program: '/bin/x', version: '1.0.0' }
const MISSING: RuntimeState = { kind: 'missing', detail: 'd', hint: 'h' }

test.each([
  [{ claude: READY, codex: READY }, 'claude'],
  [{ claude: MISSING, codex: READY, gemini: READY }, 'codex'],
  [{ opencode: READY, gemini: MISSING }, 'opencode'],
  [{ shell: READY, demo: READY }, 'demo'],
  [{}, 'demo'],
] as const)('[A4] of %j', (states, expected) => {
  expect(chooseDefaultRuntime(states)).toBe(expected)
})
