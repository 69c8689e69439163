import { expect, test } from 'vitest'
import { exportAddress, queryOf } from './audit-wanted.ts'

test('what is left empty is not asked for, and blanks do no harm', () => {
  expect(queryOf({ agent: ' ', types: undefined })).toEqual({})
  expect(queryOf({ agent: ' anna ', types: 'agent.*, task.moved' })).toEqual({
    agent: 'anna',
    types: 'agent.*,task.moved',
  })
})

test('the download has what is shown', () => {
  expect(exportAddress({ agent: 'anna' })).toBe('/api/audit?agent=anna&format=jsonl')
})
