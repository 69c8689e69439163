import { expect, test } from 'vitest'
import { listBlockedAddresses, METADATA_ADDRESSES } from './list-blocked-addresses.ts'

test("[S8] the host's own addresses, its gateways and where clouds keep credentials are blocked, each once", () => {
  const own = ['127.0.0.1', '127.0.1.1', '::1', 'fe80::1', 'FE80::2', '10.0.0.5', 'fd00::5', '172.17.0.1']
  const gateways = ['10.0.0.1', '172.17.0.1']
  expect(listBlockedAddresses({ own, gateways })).toEqual(
    ['10.0.0.5', 'fd00::5', '172.17.0.1', '10.0.0.1', ...METADATA_ADDRESSES].toSorted(),
  )
})

test('[S8] without any interface those of clouds remain', () => {
  expect(listBlockedAddresses({ own: [], gateways: [] })).toEqual([...METADATA_ADDRESSES].toSorted())
})
