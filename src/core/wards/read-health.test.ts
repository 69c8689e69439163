import { expect, test } from 'vitest'
import { readHealth } from './read-health.ts'

test.each([
  [{}, { path: null, port: 0 }],
  [{ port: 3000 }, { path: null, port: 3000 }],
  [{ health: '/health?full=1' }, { path: '/health?full=1', port: 0 }],
  [
    { health: '/health', port: 3000 },
    { path: '/health', port: 3000 },
  ],
  [{ health: 'http://127.0.0.1:3000/up' }, { path: '/up', port: 3000 }],
  [{ health: 'http://localhost:{port}/up' }, { path: '/up', port: 0 }],
  [
    { health: 'http://[::1]:3000/up', port: 4000 },
    { path: '/up', port: 4000 },
  ],
])('[G2] %j is reached at %j', (rules, expected) => {
  expect(readHealth(rules)).toEqual(expected)
})
