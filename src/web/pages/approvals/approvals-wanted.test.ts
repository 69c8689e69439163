import { expect, test } from 'vitest'
import { queryOf } from './approvals-wanted.ts'

test('[U7] what is left empty is not asked for, and a state that nobody knows asks for all', () => {
  const all = 'approved,used,denied,expired,withdrawn'
  expect(queryOf({}, undefined)).toEqual({ state: all })
  expect(queryOf({ state: 'lost', agent: ' ' }, undefined)).toEqual({ state: all })
  expect(queryOf({ state: 'denied', agent: ' ann ' }, 'web')).toEqual({
    state: 'denied',
    agent: 'ann',
    project: 'web',
  })
})
