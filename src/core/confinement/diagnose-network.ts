// Whether agents can have a network of their own on this machine, and if not, the exact command that mends it. Pure.
import { INSTALL_COMMANDS, type PackageManager } from './diagnose-sandbox.ts'
import type { NetworkState, NetworkTool } from './network.ts'

export interface NetworkFacts {
  readonly isRoot: boolean
  readonly packageManager: PackageManager | null
  readonly container: string | null
  /** Programs that are needed besides the tool, and are not on the PATH. */
  readonly missing: readonly string[]
  /** The device that both tools open. */
  readonly tun: 'usable' | 'missing' | 'forbidden'
  /** The tools that are installed, the better one first, each with its complaint when it was tried; null when it worked. */
  readonly tried: readonly { readonly tool: NetworkTool; readonly complaint: string | null }[]
}

/** Which package has a program, where its name differs. */
const PACKAGES: Readonly<Record<string, string>> = {
  ip: 'iproute2',
  ss: 'iproute2',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  setsid: 'util-linux',
}

export function diagnoseNetwork(facts: NetworkFacts): NetworkState {
  const { tried, missing, tun } = facts
  const [program] = missing
  if (program !== undefined)
    return fail(`${program} is missing`, install(PACKAGES[program] ?? program, facts))
  if (tried.length === 0) return fail('neither pasta nor slirp4netns is installed', install('passt', facts))
  const working = tried.find(({ complaint }) => complaint === null)
  if (working) return { kind: 'works', tool: working.tool }
  if (tun === 'missing') return fail('/dev/net/tun is missing', mendMissingTun(facts))
  if (tun === 'forbidden') return fail('/dev/net/tun may not be opened', mendForbiddenTun(facts))
  const [{ tool, complaint } = { tool: 'pasta', complaint: null }] = tried
  return fail(
    `${tool} does not work here: ${complaint}`,
    'see docs/operating.md, "Sandbox": `agents.confine.network` can be `none` or `host`',
  )
}

const fail = (detail: string, hint: string): NetworkState => ({ kind: 'missing', detail, hint })
const asRoot = ({ isRoot }: NetworkFacts, command: string) => `${isRoot ? '' : 'sudo '}${command}`

function install(name: string, facts: NetworkFacts): string {
  const { packageManager } = facts
  if (packageManager === null) return `install ${name} with the package manager of this machine`
  return asRoot(facts, `${INSTALL_COMMANDS[packageManager]} ${name}`)
}

function mendMissingTun(facts: NetworkFacts): string {
  const { container } = facts
  if (container === null) return asRoot(facts, 'modprobe tun')
  return 'start the container with `--device /dev/net/tun`'
}

function mendForbiddenTun(facts: NetworkFacts): string {
  const { container } = facts
  if (container === null) return asRoot(facts, 'chmod 666 /dev/net/tun')
  return 'start the container with `--device /dev/net/tun:rwm`, and run `chmod 666 /dev/net/tun` in it as root'
}
