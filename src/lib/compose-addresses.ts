// Addresses for the loopback of a network, as `ip -batch` reads them. Pure.
export function composeAddresses(addresses: readonly string[]): string {
  const rows = addresses.map((address) =>
    address.includes(':') ? `addr add ${address}/128 dev lo nodad` : `addr add ${address}/32 dev lo`,
  )
  return rows.join('\n')
}
