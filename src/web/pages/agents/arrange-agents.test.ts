import { expect, test } from 'vitest'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { arrangeAgents, type Wanted } from './arrange-agents.ts'

const AGENTS = [
  ['zoe', 'working', 'web', '2026-01-03'],
  ['anna', 'idle', 'web', '2026-01-02'],
  ['ben', 'dead', null, '2026-01-01'],
].map(
  ([name, status, project, day]) =>
    ({
      name,
      status,
      project,
      role: 'worker',
      runtime: 'demo',
      purpose: `mend ${name}`,
      createdAt: `${day}T00:00:00.000Z`,
    }) as Agent,
)

const arranged = (wanted: Partial<Wanted>) =>
  arrangeAgents(AGENTS, { text: '', status: '', order: 'name', ...wanted }).map(({ project, agents }) => [
    project,
    agents.map(({ name }) => name),
  ])

test.each([
  [
    {},
    [
      ['web', ['anna', 'zoe']],
      [null, ['ben']],
    ],
  ],
  [
    { order: 'newest' },
    [
      ['web', ['zoe', 'anna']],
      [null, ['ben']],
    ],
  ],
  [
    { order: 'status' },
    [
      ['web', ['zoe', 'anna']],
      [null, ['ben']],
    ],
  ],
  [{ status: 'dead' }, [[null, ['ben']]]],
  [{ text: 'MEND web' }, [['web', ['anna', 'zoe']]]],
  [{ text: 'nothing' }, []],
] as const)('[U2] %j shows %j', (wanted, shown) => {
  expect(arranged(wanted)).toEqual(shown)
})
