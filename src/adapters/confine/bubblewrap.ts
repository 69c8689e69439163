// Walls around an agent, built by bubblewrap.
import type { Confinement } from '../../core/confinement/confinement.ts'
import { diagnoseNetwork } from '../../core/confinement/diagnose-network.ts'
import { diagnoseSandbox } from '../../core/confinement/diagnose-sandbox.ts'
import { layerWalls } from '../../core/confinement/layer-walls.ts'
import { listBlockedAddresses } from '../../core/confinement/list-blocked-addresses.ts'
import type { NetworkTool, SandboxNetwork } from '../../core/confinement/network.ts'
import type { SandboxLimits } from '../../core/confinement/sandbox-limits.ts'
import type { Clock } from '../../core/clock.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { findProgram } from '../process/find-program.ts'
import { composeBubblewrap } from './compose-bubblewrap.ts'
import { composeOutbound } from './compose-outbound.ts'
import { composeOwnNetwork, LIFELINE_FD, type OwnNetwork } from './compose-own-network.ts'
import { observeNetwork } from './observe-network.ts'
import { findContainer, findPackageManager, observeSandbox } from './observe-sandbox.ts'
import { readHostAddresses } from './read-host-addresses.ts'
import { findCgroups, openGroups, type CgroupPlace } from './limits/cgroup.ts'
import { composeLimits } from './limits/compose-limits.ts'
import { tellLimits } from './limits/tell-limits.ts'
import { openDescriptors } from './open-descriptors.ts'
import { filterDescriptor } from './seccomp/filter-descriptor.ts'
import { keepFilter } from './seccomp/keep-filter.ts'
import { settleWalls } from './settle-walls.ts'

export interface BubblewrapOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly platform: NodeJS.Platform
  readonly user: { readonly uid: number; readonly gid: number }
  /** What sandboxes are started with is kept here; nothing in a sandbox can reach it. */
  readonly folder: string
  readonly limits: SandboxLimits
  readonly cgroups: CgroupPlace
}

/** Who has just installed it need not wait; who has it is not asked at each start. */
const REMEMBER_MS = 30_000

/**
 * Ctrl-C and Ctrl-Z reach the group that holds the terminal: the agent's program must have one of its own, or they would end or
 * freeze the box around it. And what was stopped there goes on, since nobody could type `fg`. The shell holds the lifeline of a
 * network of its own (`compose-own-network.ts`); the program does not get it.
 */
const INIT = `set -m; "$@" ${LIFELINE_FD}>&-; r=$?; while [ $r -ge 147 ] && [ $r -le 150 ] && jobs %% >/dev/null 2>&1; do fg %% >/dev/null; r=$?; done; exit $r`

/** `$1`: how many words the forwarder has, which come next. It says when it listens; the program would find nobody before. */
const FORWARD = [
  `exec 7< <(exec "\${@:2:$1}" </dev/null 2>/dev/null ${LIFELINE_FD}>&-)`,
  'read -r -n 1 -t 10 -u 7; exec 7<&-; shift $(($1 + 1)); ',
].join('; ')

export function makeBubblewrap(options: BubblewrapOptions): Confinement {
  const { environment, clock, platform, user, folder: kept, limits } = options
  const isRoot = user.uid === 0
  const path = environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'
  const bash = () => findProgram('bash', path) ?? 'bash'
  const limitsNow = async () => {
    const groups = await findCgroups(options.cgroups, limits)
    return { groups, inForce: tellLimits(groups, { isRoot, isMemoryAsked: limits.isMemoryAsked }) }
  }
  const diagnose = remember(clock, async () => {
    // A home that can't be written is another trouble than this.
    const filter = await keepFilter(kept, false).catch(() => undefined)
    return diagnoseSandbox(await observeSandbox({ path, platform, isRoot, environment, filter }))
  })
  const examineNetwork = remember(clock, async () => {
    const container = await findContainer(environment)
    const place = { path, isRoot, packageManager: findPackageManager(path), container }
    return diagnoseNetwork(await observeNetwork(place))
  })
  return {
    async examine() {
      const state = await diagnose()
      return state.kind === 'works' ? { ...state, limits: (await limitsNow()).inForce } : state
    },
    examineNetwork,
    async enclose({ walls, folder, command, environment: variables, mayNest, network }) {
      const tool = network.kind === 'own' ? await requireTool(examineNetwork) : undefined
      const { groups, inForce } = await limitsNow()
      const { outside, inside } = composeLimits(limits, inForce, await openGroups(groups))
      const { files, option } = filterDescriptor(await keepFilter(kept, mayNest))
      const sandboxed = composeBubblewrap({
        program: findProgram('bwrap', path) ?? 'bwrap',
        mounts: layerWalls(await settleWalls(walls)),
        folder,
        network: network.kind === 'none' || network.kind === 'listed' ? 'none' : 'open',
        nesting: mayNest ? (isRoot ? 'as nobody special' : 'as itself') : 'never',
        // Whoever makes a network is root in there.
        user: network.kind === 'own' && !isRoot ? user : undefined,
        emptyBytes: limits.emptyBytes,
        ...option,
        command: [
          bash(),
          '--norc',
          '--noprofile',
          '-c',
          ...composeInit(command, listForwards(network, tool), inside),
        ],
      })
      const limited = openDescriptors(files, sandboxed, outside)
      const start =
        network.kind === 'own' && tool !== undefined
          ? await encloseNetwork({ bash: bash(), tool, isRoot, command: limited }, network)
          : network.kind === 'listed'
            ? composeOutbound({ bash: bash(), proxy: network.outbound.command, command: limited })
            : limited
      return { command: start, environment: fitEnvironment(variables) }
    },
  }
}

/** The words of the forwarder: its program, and a port and a socket for each way out. None where nothing is forwarded. */
function listForwards(network: SandboxNetwork, tool: NetworkTool | undefined): string[] {
  // pasta forwards the port itself.
  if (network.kind === 'host' || network.cmux === undefined || tool === 'pasta') return []
  const { cmux } = network
  const ways = network.kind === 'listed' ? [cmux, network.outbound] : [cmux]
  return [...cmux.forwarder, ...ways.flatMap(({ port, socket }) => [String(port), socket])]
}

function composeInit(command: readonly string[], forwards: readonly string[], first: string): string[] {
  if (forwards.length === 0) return [first + INIT, 'box', ...command]
  return [first + FORWARD + INIT, 'box', String(forwards.length), ...forwards, ...command]
}

async function encloseNetwork(
  start: Omit<OwnNetwork, 'ports' | 'blocked'>,
  { cmux, ports }: Extract<SandboxNetwork, { kind: 'own' }>,
) {
  const blocked = listBlockedAddresses(await readHostAddresses())
  return composeOwnNetwork({ ...start, blocked, ports: [...new Set([cmux.port, ...ports])] })
}

async function requireTool(examineNetwork: Confinement['examineNetwork']): Promise<NetworkTool> {
  const state = await examineNetwork()
  if (state.kind === 'works') return state.tool
  throw new CmuxError('CONFINEMENT_REQUIRED', state.detail, { hint: state.hint })
}

/** An answer that it works is kept for a while; one that it does not is looked for again. */
function remember<State extends { readonly kind: string }>(clock: Clock, look: () => Promise<State>) {
  let kept: { readonly state: State; readonly untilMs: number } | undefined
  return async (): Promise<State> => {
    if (kept && clock.monotonicMs() < kept.untilMs) return kept.state
    const state = await look()
    kept = state.kind === 'works' ? { state, untilMs: clock.monotonicMs() + REMEMBER_MS } : undefined
    return state
  }
}

/** What names a place that is not there any more would only mislead. */
function fitEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
  const { XDG_RUNTIME_DIR: _, ...rest } = variables
  return 'TMPDIR' in rest ? { ...rest, TMPDIR: '/tmp' } : rest
}
