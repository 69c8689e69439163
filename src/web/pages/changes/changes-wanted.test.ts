import { expect, test } from 'vitest'
import { queryOf } from './changes-wanted.ts'

test('a state that nobody knows asks for all changes, and a project for its own', () => {
  expect(queryOf({}, undefined)).toEqual({})
  expect(queryOf({ state: 'constructor' }, undefined)).toEqual({})
  expect(queryOf({ state: 'rolled_back' }, 'shop')).toEqual({ state: 'rolled_back', project: 'shop' })
})
