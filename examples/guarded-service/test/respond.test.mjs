import assert from 'node:assert/strict'
import test from 'node:test'
import { respond } from '../src/respond.mjs'

test('it is well', () => {
  assert.equal(respond('/health').status, 200)
})

test('it says hello', () => {
  const { status, body } = respond('/tea')
  assert.equal(status, 200)
  assert.match(body, /^Hello/)
})
