import { expect, test } from 'vitest'
import { EMPTY_FORM, spawnRequest } from './spawn-request.ts'

test('[U2] what was left empty is left to the server', () => {
  expect(spawnRequest({ ...EMPTY_FORM, name: 'anna' })).toEqual({ name: 'anna', answerFirstRun: false })
})

test('[U2] everything that was chosen is asked for; a shell program gets its words', () => {
  const form = {
    name: 'top',
    runtime: 'shell',
    project: 'web',
    role: ' reviewer ',
    task: 'look\n',
    model: 'm',
    inCheckout: true,
    answerFirstRun: true,
    command: 'htop  -d 5',
  } as const
  expect(spawnRequest(form)).toEqual({
    name: 'top',
    runtime: 'shell',
    project: 'web',
    role: 'reviewer',
    task: 'look',
    model: 'm',
    workspace: false,
    answerFirstRun: true,
    args: ['htop', '-d', '5'],
  })
})
