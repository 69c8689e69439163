import { expect, test } from 'vitest'
import type { AgentId } from '../../protocol/ids.ts'
import type { Pane, PaneId } from '../terminals/terminals.ts'
import { findPane } from './observe-process.ts'

const ANNA = 'agt_anna' as AgentId
const BEN = 'agt_ben' as AgentId

const pane = (id: PaneId, agent: AgentId | null, generation = 1): Pane => ({
  id,
  owner: agent && { agent, generation },
  title: '',
  pid: 1,
  end: null,
  size: { cols: 80, rows: 24 },
  inCopyMode: false,
})

test.each([
  ['none of its own', [pane('%1', null), pane('%2', BEN, 9)], undefined],
  ['its own', [pane('%1', BEN, 2), pane('%2', ANNA, 2)], '%2'],
  ['not one of an older start', [pane('%1', ANNA, 1)], undefined],
  ['the youngest, wherever it stands', [pane('%1', ANNA, 2), pane('%2', ANNA, 4), pane('%3', ANNA, 3)], '%2'],
  ['the first of two alike', [pane('%1', ANNA, 2), pane('%2', ANNA, 2)], '%1'],
] as const)('[A3] an agent has as its pane %s', (_, panes, expected) => {
  const record = { id: ANNA, generation: 2, pane: null, pid: null, startedAt: null }
  expect(findPane(record, panes)?.id).toBe(expected)
})
