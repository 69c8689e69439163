import { expect, test } from 'vitest'
import type { WorkDiff } from '../../protocol/agents/work-diff.ts'
import { AgentName, ProjectName } from '../../protocol/ids.ts'
import { makeTurns } from '../../lib/turns.ts'
import { shareLooks } from './share-looks.ts'

const place = {
  project: { name: ProjectName.parse('shop'), path: '/shop', mainBranch: 'main' },
  agent: AgentName.parse('anna'),
}

/** Each look is open until it is let go, and names itself. */
function makeStage() {
  const inTurn = makeTurns()
  const begun: (() => void)[] = []
  const look = shareLooks((_, begin) =>
    inTurn('anna', async () => {
      begin()
      const number = begun.length + 1
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(resolve)
      await promise
      return { head: `look ${number}`, files: [{ path: `file ${number}` }] } as unknown as WorkDiff
    }),
  )
  return { look, begun }
}

test('[Y4] who asks while a look is under way shares the next one, which begins after all of them have asked', async () => {
  const { look, begun } = makeStage()
  const first = look(place)
  await expect.poll(() => begun.length).toBe(1)
  const others = [look(place), look(place), look(place)]
  begun[0]?.()
  expect((await first).head).toBe('look 1')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.()
  expect((await Promise.all(others)).map(({ head }) => head)).toEqual(['look 2', 'look 2', 'look 2'])
  expect(begun.length).toBe(2)
})
