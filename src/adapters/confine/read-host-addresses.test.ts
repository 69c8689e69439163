import { expect, test } from 'vitest'
import {
  parseIpv6Addresses,
  parseIpv6Routes,
  parseLocalAddresses,
  parseRoutes,
} from './read-host-addresses.ts'

test('[S8] gateways of IPv4 are read from the table of the kernel', () => {
  const table = [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    'eth0\t00000000\t01004D0A\t0003\t0\t0\t0\t00000000\t0\t0\t0',
    'eth0\t00004D0A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0',
    '',
  ]
  expect(parseRoutes(table.join('\n'))).toEqual(['10.77.0.1'])
  expect(parseRoutes('')).toEqual([])
})

test('[S8] gateways of IPv6 are, too', () => {
  const zero = '0'.repeat(32)
  const table = [
    `${zero} 00 ${zero} 00 fd770000000000000000000000000001 00000400 00000001 00000000 00000003     eth0`,
    `fd770000000000000000000000000000 40 ${zero} 00 ${zero} 00000100 00000001 00000000 00000001     eth0`,
  ]
  expect(parseIpv6Routes(table.join('\n'))).toEqual(['fd77::1'])
})

test('[S8] addresses of IPv4 are read from the tree of the kernel', () => {
  const tree = [
    'Main:',
    '  +-- 0.0.0.0/0 3 0 5',
    '     |-- 10.77.0.0',
    '        /24 link UNICAST',
    'Local:',
    '     |-- 172.18.0.1',
    '        /32 host LOCAL',
    '     |-- 172.18.255.255',
    '        /32 link BROADCAST',
  ]
  expect(parseLocalAddresses(tree.join('\n'))).toEqual(['172.18.0.1'])
})

test('[S8] addresses of IPv6 are, too', () => {
  const table =
    'fd770000000000000000000000000002 03 40 00 80     eth0\n00000000000000000000000000000001 01 80 10 80       lo\n'
  expect(parseIpv6Addresses(table)).toEqual(['fd77::2', '::1'])
})
