import { expect, test } from 'vitest'
import { expandShortForm } from './expand-short-form.ts'

const split = (line: string) => line.split(' ').filter(Boolean)

test.each([
  ['start', 'up'],
  ['start --port 8000', 'up --port 8000'],
  ['start anna', 'agent restart anna'],
  ['stop', 'down'],
  ['stop --agents', 'down --agents'],
  ['stop anna', 'agent stop anna'],
  ['attach anna', 'agent attach anna'],
  ['attach', 'agent attach'],
  ['approve apr_1 --always agent', 'approvals approve apr_1 --always agent'],
  ['deny apr_1', 'approvals deny apr_1'],
  ['status --json', 'status --json'],
  ['agent stop anna', 'agent stop anna'],
  ['constructor', 'constructor'],
  ['', ''],
])('[A7] cmux %s is cmux %s', (typed, meant) => {
  expect(expandShortForm(split(typed))).toEqual(split(meant))
})
