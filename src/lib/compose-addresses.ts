// Addresses that are to lead nowhere from a network of an agent's own, as `ip -batch` reads them. Pure.
//
// Each is an address of that network's loopback. A socket that is bound to the interface which leads out does not see those, so they are
// local addresses there, too. They are no addresses of that interface: the gateway's could not be resolved any more then.

/** The interface that leads out, in each network of an agent's own. */
export const OUTWARD = 'tap0'

/** The tools would carry what is sent there to the loopback of the host, to its address on a link, or to all that listen on one. */
const EVERYBODY = { four: ['127.0.0.0/8', '224.0.0.0/4'], six: ['::1/128', 'fe80::/10', 'ff00::/8'] } as const
/** Before the routes that the kernel makes for fe80::/64 and ff00::/8 by itself. */
const FIRST = ' metric 1'

const isSix = (address: string) => address.includes(':')
const toOwn = (block: string) =>
  `route replace local ${block} dev ${OUTWARD} table local${isSix(block) ? FIRST : ''}`

export function composeAddresses(addresses: readonly string[]): string {
  const rows = addresses.flatMap((address) => {
    const [block, more] = isSix(address) ? [`${address}/128`, ' nodad'] : [`${address}/32`, '']
    return [`addr add ${block} dev lo${more}`, toOwn(block)]
  })
  return rows.join('\n')
}

/** All that a new network needs of one family. */
export const composeFamily = (family: 'four' | 'six', addresses: readonly string[]): string =>
  [
    ...EVERYBODY[family].map(toOwn),
    composeAddresses(addresses.filter((address) => isSix(address) === (family === 'six'))),
  ].join('\n')
