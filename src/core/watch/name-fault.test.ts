import { expect, test } from 'vitest'
import { nameFault } from './name-fault.ts'

test.each([
  [
    'times and numbers',
    '2026-01-02T03:04:05.678Z ERROR request 17 took 1,234.5 ms',
    '<time> ERROR request <n> took <n> ms',
  ],
  ['local times', '03:04:05,678 FAILED  twice', '<time> FAILED twice'],
  ['ids', 'ERROR agt_01hqz3v1h0e8y6x5w4t3s2r1q0 at 4f2a91c77b', 'ERROR <id> at <id>'],
  ['uuids', 'ERROR in 123e4567-e89b-12d3-a456-426614174000', 'ERROR in <id>'],
  ['addresses', 'Connection refused: 10.0.0.17:5432', 'Connection refused: <address>'],
  ['request ids', '{"level":50,"reqId":"req-zz","msg":"bad"}', '{"level":<n>,"reqId":"<id>","msg":"bad"}'],
  ['request ids in words', 'ERROR in req-k: request_id=4xq7 failed', 'ERROR in <id>: request_id=<id> failed'],
  ['places in memory', 'CRITICAL at 0x7fff5fbff8', 'CRITICAL at <n>'],
])('[W1] the same fault has the same name, whatever %s it has', (_, line, name) => {
  expect(nameFault(line)).toBe(name)
})

test('[W1] words stay: another fault has another name', () => {
  expect(nameFault('ERROR facade is bad')).not.toBe(nameFault('ERROR decade is bad'))
})
