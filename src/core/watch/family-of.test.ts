import { expect, test } from 'vitest'
import { familyOf, isCopyName, isPacked } from './family-of.ts'

test.each([
  '/v1/app.log',
  '/v1/app.log.1',
  '/v1/app.log-20260102',
  '/v1/app.2026-01-02.log',
  '/v1/app.log.old',
  '/v1/app.log.2.bak',
])('[W1] %s is of the family of app.log', (path) => {
  expect(familyOf(path)).toBe('/v1/app.log')
})

test.each([
  ['/a/app.log.1', '/a/app.log', true],
  ['/a/app-20260102.log', '/a/app.log', true],
  ['/a/app.log', '/a/app.log.1', false],
  ['/a/app.log', '/a/app.log', false],
  ['/a/worker-2.log', '/a/worker-1.log', false],
])('[W1] whether %s may be a copy of %s: %s', (path, of, expected) => {
  expect(isCopyName(path, of)).toBe(expected)
})

test('[W1] what is packed is no text', () => {
  expect(['/a/app.log.1.gz', '/a/app.log'].map(isPacked)).toEqual([true, false])
})
