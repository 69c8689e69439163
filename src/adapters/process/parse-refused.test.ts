import { expect, test } from 'vitest'
import { parseRefused } from './parse-refused.ts'

const REFUSED =
  'ino:0 sk:103a rto:1000 mss:524 rcvmss:88 cwnd:10 segs_out:1 segs_in:1 lastsnd:317104 app_limited'
const CONNECTED =
  'ino:0 sk:1037 ts sack rto:204 bytes_acked:2 bytes_received:2 segs_out:4 segs_in:4 delivered:2'

test.each([
  ['refused', `UNCONN 0 1  127.0.0.1:37352   127.0.0.1:5432  ${REFUSED}`, 'localhost', 5432],
  ['refused by IPv6', `UNCONN 0 1 [::1]:47006 [::1]:5433 ${REFUSED}`, 'localhost', 5433],
  ['IPv4 in IPv6', `UNCONN 0 1 [::ffff:127.0.0.1]:1 [::ffff:127.0.0.1]:5432 ${REFUSED}`, 'localhost', 5432],
  ['at another address', `UNCONN 0 1 10.0.0.5:1 10.0.0.5:5432 ${REFUSED}`, '10.0.0.5', 5432],
  ['at one of IPv6', `UNCONN 0 1 [fd77::2]:1 [fd77::2]:80 ${REFUSED}`, 'fd77::2', 80],
])('[S8] a connection that was %s is read', (_, line, address, port) => {
  expect(parseRefused(line)).toEqual({ address, port })
})

test.each([
  ['connected', `UNCONN 0 0 127.0.0.1:53898 127.0.0.1:9000 ${CONNECTED}`],
  ['listened', 'UNCONN 0 0 *:9000 *:* ino:0 sk:1038 rto:1000 mss:536 cwnd:10 lastsnd:317104 app_limited'],
  ['was still there', `ESTAB 0 0 127.0.0.1:1 127.0.0.1:2 ${REFUSED}`],
  ['nothing', ''],
])('[S8] one that %s is not', (_, line) => {
  expect(parseRefused(line)).toBe(undefined)
})
