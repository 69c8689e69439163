import { expect, test } from 'vitest'
import { hasListener } from './is-listening.ts'

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue'
const row = (own: string, state = '0A') => `   0: ${own} 00000000:0000 ${state} 00000000:00000000 00:00000000`
const table = (...rows: string[]) => [HEAD, ...rows, ''].join('\n')
const LOOPBACK = table(row('0100007F:1538'))
const ALL = table(row('00000000:1538'))
const SIX = table(row('00000000000000000000000000000000:1538'))

test.each([
  ['its loopback', LOOPBACK, 'localhost', 5432, true],
  ['all its addresses, asked by loopback', ALL, 'localhost', 5432, true],
  ['all its addresses, asked by another one', ALL, '10.0.0.5', 5432, true],
  ['all addresses of IPv6', SIX, 'localhost', 5432, true],
  ['its loopback only, asked by another address', LOOPBACK, '10.0.0.5', 5432, false],
  ['another address of it', table(row('0500000A:1538')), '10.0.0.5', 5432, true],
  ['another port', LOOPBACK, 'localhost', 5433, false],
  ['nothing: it is only connected', table(row('0100007F:1538', '01')), 'localhost', 5432, false],
  ['nothing', '', 'localhost', 5432, false],
])('[S8] this machine listens at %s', (_, rows, address, port, is) => {
  expect(hasListener(rows, { address, port })).toBe(is)
})
