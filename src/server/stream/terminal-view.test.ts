import { expect, test } from 'vitest'
import { makeFakeClock } from '../../../test/fixtures/fake-clock.ts'
import type { Output, Replay } from '../../core/terminals/terminals.ts'
import { AgentName } from '../../protocol/ids.ts'
import type { TerminalMessage } from '../../protocol/terminal.ts'
import { makeTerminalView } from './terminal-view.ts'

const ANNA = AgentName.parse('anna')
const output = (order: number): Output => ({ pane: '%1', bytes: Buffer.from(`o${order}`), order })
const replay = (order: number): Replay => ({
  bytes: Buffer.from(`screen ${order}`),
  size: { cols: 80, rows: 24 },
  order,
})

const textOf = (message: TerminalMessage) =>
  'base64' in message ? Buffer.from(message.base64, 'base64').toString() : message.term

function makeStage() {
  const clock = makeFakeClock()
  const asked: PromiseWithResolvers<Replay>[] = []
  const sent: string[] = []
  const failures: unknown[] = []
  const stage = { backlog: 0, clock, asked, sent, failures }
  const view = makeTerminalView(
    {
      terminals: {
        replay() {
          const fetched = Promise.withResolvers<Replay>()
          asked.push(fetched)
          return fetched.promise
        },
      },
      clock,
      backlog: () => stage.backlog,
      send: (message) => sent.push(textOf(message)),
      onError: (_, error) => failures.push(error),
    },
    ANNA,
    '%1',
  )
  return Object.assign(stage, { view })
}

/** Lets everything run that waits for nothing but its turn. */
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve))

async function makeShown() {
  const stage = makeStage()
  const showing = stage.view.show()
  stage.asked[0]?.resolve(replay(5))
  await showing
  return stage
}

test('[U2] what came while the screen was on its way follows it, once', async () => {
  const stage = makeStage()
  const showing = stage.view.show()
  for (const order of [4, 5, 6]) stage.view.pass(output(order))
  stage.asked[0]?.resolve(replay(5))
  await showing
  expect(stage.sent).toEqual(['screen 5', 'o6'])
})

test('[U2] a slow reader gets a screen when it has caught up, though nothing more is printed', async () => {
  const stage = await makeShown()
  stage.backlog = 2 * 1024 * 1024
  stage.view.pass(output(6))
  stage.clock.advance(1000)
  expect(stage.asked).toHaveLength(1)
  stage.backlog = 0
  stage.clock.advance(1000)
  stage.asked[1]?.resolve(replay(6))
  await settle()
  expect(stage.sent).toEqual(['screen 5', 'screen 6'])
})

test('[U2] after a screen that could not be had, the next doubt brings one', async () => {
  const stage = await makeShown()
  stage.view.distrust()
  stage.asked[1]?.reject(new Error('tmux is gone'))
  await settle()
  stage.view.distrust()
  stage.asked[2]?.resolve(replay(9))
  await settle()
  expect([stage.sent, stage.failures]).toEqual([['screen 5', 'screen 9'], [new Error('tmux is gone')]])
})

test('[U2] a screen that was doubted on its way is followed by another', async () => {
  const stage = await makeShown()
  stage.view.distrust()
  stage.view.distrust()
  stage.asked[1]?.resolve(replay(6))
  await settle()
  stage.asked[2]?.resolve(replay(7))
  await settle()
  expect(stage.sent).toEqual(['screen 5', 'screen 6', 'screen 7'])
})

test('[U2] the screen of a pane that was left meanwhile is not shown', async () => {
  const stage = await makeShown()
  stage.view.distrust()
  const following = stage.view.follow('%2')
  stage.asked[2]?.resolve(replay(8))
  await following
  stage.asked[1]?.resolve(replay(6))
  await settle()
  expect([stage.view.pane(), stage.sent]).toEqual(['%2', ['screen 5', 'screen 8']])
})
