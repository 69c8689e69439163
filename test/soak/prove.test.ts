// `cmux prove` with as many messages as a busy team sends in weeks, and every kind of fault again and again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProveReport } from '../../src/protocol/releases/prove-report.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'

const MESSAGES = 100_000
const MINUTES = 20

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

test('[L10] [P1] [P2] [P4] 100,000 messages while everything is broken: none lost, none twice, none out of order, no request refused', async () => {
  const out = join(cmux.folder, 'report.json')
  const args = [
    '--minutes',
    `${MINUTES}`,
    '--messages',
    `${MESSAGES}`,
    '--seed',
    '100',
    '--json',
    '--out',
    out,
  ]
  const home = join(cmux.folder, 'home')
  await cmux.run(home, 'prove', ...args)
  const report = ProveReport.parse(JSON.parse(readFileSync(out, 'utf8')))
  expect(report.problems).toEqual([])
  expect(report).toMatchObject({
    passed: true,
    messages: { sent: MESSAGES, lost: 0, twice: 0, outOfOrder: 0, changed: 0 },
    requests: { refused: 0 },
    agentsLost: 0,
  })
  // Each kind but those that this machine does not allow.
  expect(report.faults.length + report.notTried.length).toBe(13)
})
