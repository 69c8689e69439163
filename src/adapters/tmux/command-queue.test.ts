import { describe, expect, test } from 'vitest'
import { makeFakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makeCommandQueue } from './command-queue.ts'

function setUp() {
  const clock = makeFakeClock()
  const sent: string[] = []
  const stuck: number[] = []
  const queue = makeCommandQueue({
    clock,
    send: (text) => sent.push(text),
    order: () => 0,
    onStuck: () => stuck.push(clock.monotonicMs()),
  })
  const answer = (lines: string[], ok = true) => queue.take({ ok, ours: true, lines })
  return { clock, sent, stuck, queue, answer }
}

const run = (words: string[]) => [{ words }]

describe('commands to tmux', () => {
  test('are answered in order, by any number of blocks', async () => {
    const { sent, queue, answer } = setUp()
    const [first, second] = [queue.run(run(['a', 'b'])), queue.run(run(['c']))]
    expect(sent).toEqual([
      '"a" "b"\n"display-message" "-p" "cmux-1"\n',
      '"c"\n"display-message" "-p" "cmux-2"\n',
    ])
    for (const lines of [['1'], ['2'], ['cmux-1'], ['cmux-2']]) answer(lines)
    expect([await first, await second]).toEqual([
      [
        { ok: true, lines: ['1'], order: 0 },
        { ok: true, lines: ['2'], order: 0 },
      ],
      [],
    ])
  })

  test.each([
    ["can't find pane: %9", 'TERMINAL_GONE'],
    ['unknown command: x', 'TERMINAL_REFUSED'],
  ])('are refused in the words of tmux: %s', async (message, code) => {
    const { queue, answer } = setUp()
    const refused = queue.run(run(['x']))
    answer([message], false)
    answer(['cmux-1'])
    await expect(refused).rejects.toMatchObject({ code, message: `tmux says: ${message}` })
  })

  test('[P8] are given up after their limit, and a late answer goes to nobody else', async () => {
    const { clock, queue, answer, stuck } = setUp()
    const late = queue.run(run(['slow']), 100)
    clock.advance(100)
    await expect(late).rejects.toMatchObject({ code: 'TERMINALS_UNAVAILABLE' })
    const next = queue.run(run(['next']))
    for (const lines of [['slow answer'], ['cmux-1'], ['right'], ['cmux-2']]) answer(lines)
    expect(await next).toEqual([{ ok: true, lines: ['right'], order: 0 }])
    expect([stuck, clock.waiting()]).toEqual([[], 0])
  })

  test('[P8] call for a new connection when nothing is answered for long', async () => {
    const { clock, queue, stuck } = setUp()
    const lost = queue.run(run(['x']))
    clock.advance(2000)
    await expect(lost).rejects.toThrow('no answer within 2000 ms')
    clock.advance(8000)
    expect(stuck).toEqual([10_000])
  })

  test('[P8] have a bound, and all fail when the connection ends', async () => {
    const { queue } = setUp()
    const waiting = Array.from({ length: 1000 }, () => queue.run(run(['x'])))
    await expect(queue.run(run(['x']))).rejects.toThrow('too many commands')
    queue.close('gone')
    const outcomes = await Promise.allSettled([...waiting, queue.run(run(['x']))])
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  })
})
