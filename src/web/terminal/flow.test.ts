import { expect, test } from 'vitest'
import { makeFlow } from './flow.ts'

const MANY = 'x'.repeat(1024 * 1024)

function makeStage() {
  const waiting: (readonly [text: string, onParsed: () => void])[] = []
  const stage = { shown: '', refreshed: 0, waiting }
  const flow = makeFlow({
    write: (text, onParsed) => void waiting.push([text, onParsed]),
    refresh: () => (stage.refreshed += 1),
  })
  const draw = () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      stage.shown += next[0]
      next[1]()
    }
  }
  return Object.assign(stage, { flow, draw })
}

test('[U2] what is kept up with is shown as it comes', () => {
  const stage = makeStage()
  stage.flow.screen('screen ', () => (stage.shown += '| '))
  stage.flow.data(() => 'more')
  stage.draw()
  expect([stage.shown, stage.refreshed, stage.flow.behind()]).toEqual(['screen | more', 0, 0])
})

test('[U2] in a flood what is waiting stays bounded, and the end brings one fresh screen', () => {
  const stage = makeStage()
  stage.flow.screen('first', () => undefined)
  for (let count = 0; count < 50; count += 1) stage.flow.data(() => MANY)
  expect(stage.flow.behind()).toBeLessThan(2 * MANY.length)
  expect(stage.refreshed).toBe(0)
  stage.draw()
  stage.flow.data(() => 'unseen')
  expect(stage.refreshed).toBe(1)
  stage.shown = ''
  stage.flow.screen('last', () => undefined)
  stage.flow.data(() => ' lines')
  stage.draw()
  expect([stage.shown, stage.refreshed]).toEqual(['last lines', 1])
})

test('[U2] screens that come faster than they are drawn are dropped too, and asked for again', () => {
  const stage = makeStage()
  for (let count = 0; count < 50; count += 1) stage.flow.screen(MANY, () => undefined)
  expect(stage.flow.behind()).toBe(MANY.length)
  stage.draw()
  expect(stage.refreshed).toBe(1)
})

test('[U2] after a doubt nothing is shown until there is a screen', () => {
  const stage = makeStage()
  stage.flow.doubt()
  stage.flow.data(() => 'untrue')
  stage.flow.screen('true', () => undefined)
  stage.draw()
  expect([stage.shown, stage.refreshed]).toEqual(['true', 1])
})
