import { describe, expect, test } from 'vitest'
import { makeNewsDesk } from './news-desk.ts'
import { replayPane } from './replay-pane.ts'

const FACTS = '10,1,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,'

/** Prints while the first `noisy` looks are on their way. */
async function replayWith(noisy: number) {
  const desk = makeNewsDesk(() => undefined)
  let looks = 0
  const { order, bytes } = await replayPane(
    () => {
      looks += 1
      if (looks <= noisy) desk.hear({ kind: 'output', pane: '%1', bytes: new Uint8Array() })
      desk.hear({ kind: 'output', pane: '%2', bytes: new Uint8Array() })
      const answer = { ok: true, order: desk.order() }
      return Promise.resolve([
        { ...answer, lines: [FACTS] },
        { ...answer, lines: [`look ${looks}`] },
      ])
    },
    desk,
    '%1',
    0,
  )
  return { looks, order, shows: /look \d/.exec(Buffer.from(bytes).toString())?.[0] }
}

describe('a replay', () => {
  test('is taken while its pane is silent, whatever others print', async () => {
    expect(await replayWith(0)).toEqual({ looks: 1, order: 1, shows: 'look 1' })
    expect(await replayWith(2)).toEqual({ looks: 3, order: 5, shows: 'look 3' })
  })

  test('[P8] of a pane that never stops is taken all the same', async () => {
    expect(await replayWith(100)).toMatchObject({ looks: 5, shows: 'look 5' })
  })
})
