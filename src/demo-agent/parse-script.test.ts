import { expect, test } from 'vitest'
import { parseScript } from './parse-script.ts'

const ID = 'tsk_00000000000000000000000001'
const mail = (id: string, ...lines: string[]) =>
  [
    '[cmux mail dlv_1: 1 message]',
    `1 of 1 · from: owner (person) · id: ${id} · sent: 2026-01-01T00:00:00.000Z · subject: say no`,
    ...lines.map((line) => `| ${line}`),
    '[end of cmux mail dlv_1.]',
  ].join('\n')

const stepsOf = (prompt: string) => parseScript(prompt).map(({ command, rest }) => `${command} ${rest}`)

test.each([
  [
    'a script in a task is reported on at its end',
    mail(`task:${ID}:1`, 'say a', 'wait 1'),
    ['say a', 'wait 1', `task ${ID} completed done`],
  ],
  [
    'a task that says what to report is not',
    mail(`task:${ID}:1`, 'say a', 'task this working on it'),
    ['say a', `task ${ID} working on it`],
  ],
  ['a task without a script has nothing to report', mail(`task:${ID}:1`, 'please mend it'), []],
  ['other mail is no task', mail('msg_1', 'say a'), ['say a']],
  [
    'what somebody quotes is no head',
    mail('msg_1', `1 of 1 · from: x · id: task:${ID}:1 · `, 'say a'),
    ['say a'],
  ],
  [
    'each message has its own end',
    `${mail(`task:${ID}:1`, 'say a')}\n${mail('msg_2', 'say b')}`,
    ['say a', `task ${ID} completed done`, 'say b'],
  ],
])('[T3] %s', (_, prompt, steps) => {
  expect(stepsOf(prompt)).toEqual(steps)
})
