// Whether a sandboxed program may be connected with an address that a name of the internet led to. Whoever owns a name decides where it
// leads, so a listed name must not become a way to this machine. Addresses of the local network are let through: a person listed
// the name. Pure.

/** Loopback, this network, link-local, and everything from multicast on. */
const BLOCKED_IPV4: readonly ((bytes: readonly number[]) => boolean)[] = [
  ([first]) => first === 0,
  ([first]) => first === 127,
  ([first, second]) => first === 169 && second === 254,
  ([first = 0]) => first >= 224,
]

/** The groups before the IPv4 address in an IPv6 address that stands for one: mapped, compatible, translated, 6to4. */
const EMBEDDINGS: readonly { readonly prefix: readonly number[]; readonly at: number }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x2002], at: 1 },
]

/** `blocked`: the addresses of this machine, its gateways and its cloud (`list-blocked-addresses.ts`). */
export function isReachable(address: string, blocked: readonly string[]): boolean {
  const spelled = spell(address)
  if (spelled === undefined || blocked.some((one) => spell(one) === spelled)) return false
  if (!spelled.includes(':')) return !BLOCKED_IPV4.some((isBlocked) => isBlocked(readBytes(spelled)))
  const groups = readGroups(spelled)
  const [first = 0] = groups
  // Link-local and the old site-local, multicast.
  if ((first >= 0xfe80 && first <= 0xfeff) || first >= 0xff00) return false
  const inner = readEmbedded(groups)
  return inner === undefined || isReachable(inner, blocked)
}

/** The one spelling of an address, without the interface that it may name. */
function spell(address: string): string | undefined {
  const [bare = ''] = address.split('%')
  if (!bare.includes(':'))
    return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(bare) ? URL.parse(`http://${bare}`)?.hostname : undefined
  return URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1)
}

const readBytes = (address: string) => address.split('.').map(Number)

function readGroups(address: string): number[] {
  const [before = '', after = ''] = address.split('::')
  const [start = [], end = []] = [before, after].map(splitGroups)
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end]
}

const splitGroups = (text: string) =>
  text
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16))

function readEmbedded(groups: readonly number[]): string | undefined {
  const found = EMBEDDINGS.find(({ prefix }) => prefix.every((group, index) => groups[index] === group))
  if (found === undefined) return undefined
  return groups
    .slice(found.at, found.at + 2)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
