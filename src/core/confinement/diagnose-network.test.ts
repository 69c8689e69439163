import { expect, test } from 'vitest'
import { diagnoseNetwork, type NetworkFacts } from './diagnose-network.ts'

const FINE: NetworkFacts = {
  isRoot: false,
  packageManager: 'apt-get',
  container: null,
  missing: [],
  tun: 'usable',
  tried: [{ tool: 'pasta', complaint: null }],
}
const FAILED = { tool: 'pasta', complaint: 'no namespace' } as const

test('[S8] the better tool that works is taken', () => {
  expect(diagnoseNetwork(FINE)).toEqual({ kind: 'works', tool: 'pasta' })
  const tried = [FAILED, { tool: 'slirp4netns', complaint: null }] as const
  expect(diagnoseNetwork({ ...FINE, tried })).toEqual({ kind: 'works', tool: 'slirp4netns' })
})

const CASES: readonly [what: string, facts: Partial<NetworkFacts>, detail: string, hint: string][] = [
  ['no tool', { tried: [] }, 'neither pasta nor slirp4netns is installed', 'sudo apt-get install -y passt'],
  [
    'no tool, as root, on Fedora',
    { tried: [], isRoot: true, packageManager: 'dnf' },
    'neither pasta nor slirp4netns is installed',
    'dnf install -y passt',
  ],
  [
    'no tool and no package manager',
    { tried: [], packageManager: null },
    'neither pasta nor slirp4netns is installed',
    'install passt with the package manager of this machine',
  ],
  ['no ip', { missing: ['ip', 'ss'] }, 'ip is missing', 'sudo apt-get install -y iproute2'],
  ['another program', { missing: ['bash'] }, 'bash is missing', 'sudo apt-get install -y bash'],
  ['no device', { tried: [FAILED], tun: 'missing' }, '/dev/net/tun is missing', 'sudo modprobe tun'],
  [
    'no device in a container',
    { tried: [FAILED], tun: 'missing', container: 'docker' },
    '/dev/net/tun is missing',
    'start the container with `--device /dev/net/tun`',
  ],
  [
    'a device only for root',
    { tried: [FAILED], tun: 'forbidden' },
    '/dev/net/tun may not be opened',
    'sudo chmod 666 /dev/net/tun',
  ],
  [
    'a device only for root in a container',
    { tried: [FAILED], tun: 'forbidden', container: 'podman' },
    '/dev/net/tun may not be opened',
    'start the container with `--device /dev/net/tun:rwm`, and run `chmod 666 /dev/net/tun` in it as root',
  ],
  [
    'a tool that fails',
    { tried: [FAILED, { tool: 'slirp4netns', complaint: 'nor this' }] },
    'pasta does not work here: no namespace',
    'see docs/operating.md, "Sandbox": `agents.confine.network` can be `none` or `host`',
  ],
]

test.each(CASES)('[S8] %s: the command that mends it is named', (_, facts, detail, hint) => {
  expect(diagnoseNetwork({ ...FINE, ...facts })).toEqual({ kind: 'missing', detail, hint })
})
