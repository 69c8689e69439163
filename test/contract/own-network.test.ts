// The network of a sandboxed program, in a world of network namespaces that this test makes: what answers there and what does not.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DNS_ADDRESS } from '../../src/adapters/confine/compose-own-network.ts'
import { ON_THE_LINK, PLACES, runInWorld, type PlaceName } from '../fixtures/network/world.ts'
import { makeProgramPath } from '../fixtures/program-path.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { findTunObstacle } from '../fixtures/tun-obstacle.ts'

const PROBE = join(import.meta.dirname, '../fixtures/network/probe-world.ts')
const OPENED = 'a service that a person opened'
/** What root can do with its network without a sandbox. */
const POWERS = ['an abstract socket', 'capabilities', 'its own interfaces']

interface Seen {
  readonly state: { readonly kind: string; readonly tool: string }
  readonly bare: readonly string[]
  readonly inside: readonly string[]
  /** Datagrams that came to the host, and those of them that came from inside. */
  readonly datagrams: readonly string[]
  readonly datagramsInside: readonly string[]
}

/** Of the host itself, where datagrams are counted. */
const HOST = [
  "the host's address",
  "the host's address by IPv6",
  "another address of the host's, as of a bridge",
  'an address of an interface that nothing is connected with',
] as const satisfies readonly PlaceName[]
/** How many places of the link are nobody's own: no connection can be made with them. */
const TO_ALL = 4
const byInterface = (name: string) => `${name}, by its interface`

const TOOLS = [
  { tool: 'pasta', without: 'slirp4netns', opened: [OPENED] },
  // Its port comes by a program inside, which the test of whole agents shows.
  { tool: 'slirp4netns', without: 'pasta', opened: [] },
] as const

const obstacle = findTunObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: a network of an agent's own, since ${obstacle}`)

test.skipIf(obstacle).each(TOOLS)(
  '[S8] with $tool a program reaches the outside world and nothing of the host, its gateway or its cloud',
  ({ tool, without, opened }) => {
    using folder = makeTempFolder()
    const programs = makeProgramPath(join(folder.path, 'bin'))
    programs.remove(without)
    const home = join(folder.path, 'home')
    mkdirSync(home)
    const resolver = join(folder.path, 'resolver.conf')
    writeFileSync(resolver, `nameserver ${DNS_ADDRESS}\n`)
    const seen = JSON.parse(runInWorld(folder.path, PROBE, programs.folder, resolver, home)) as Seen
    expect(seen.state).toEqual({ kind: 'works', tool })
    // The canary: without a sandbox all of it answers.
    const places = Object.keys(PLACES) as PlaceName[]
    expect(seen.bare).toEqual(expect.arrayContaining([...places, 'a name', ...POWERS]))
    const outside = ['the outside world', byInterface('the outside world')]
    expect(seen.inside.toSorted()).toEqual([...opened, ...outside, 'a name'].toSorted())
    const links = Object.keys(ON_THE_LINK).map(byInterface)
    expect(seen.bare).toEqual(expect.arrayContaining(links.slice(TO_ALL)))
    expect(seen.datagrams).toEqual(expect.arrayContaining([...HOST, ...links.slice(0, TO_ALL + 1)]))
    expect(seen.datagramsInside).toEqual([])
  },
)

test('[S8] nothing of it is left behind', () => {
  const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  expect(running.filter((args) => args.includes('--tcp-ns 7779'))).toEqual([])
})
