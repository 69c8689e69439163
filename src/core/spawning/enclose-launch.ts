// Puts the walls of one agent around its launch.
import { planWalls } from '../confinement/plan-walls.ts'
import type { SandboxNetwork } from '../confinement/network.ts'
import type { Wall } from '../confinement/wall.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentNetwork, AgentRecord } from '../agents/agent-record.ts'
import { listNamedPorts } from './list-named-ports.ts'
import type { Launch } from '../agents/runtime.ts'

type Deps = Pick<
  AgentDeps,
  | 'confine'
  | 'confinement'
  | 'entropy'
  | 'environment'
  | 'files'
  | 'forwardCommand'
  | 'outboundCommand'
  | 'runtimes'
  | 'url'
  | 'workplaces'
>

type Enclosed = Pick<Launch, 'command' | 'environment'>

/** Files outside of the system's folders that these name are needed by whoever has the variable. */
const NAMING_FILES = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GOOGLE_APPLICATION_CREDENTIALS',
]

export async function encloseLaunch(
  deps: Deps,
  record: AgentRecord,
  launch: Launch,
  kind: AgentNetwork,
): Promise<Enclosed> {
  const { confine, confinement, workplaces } = deps
  const { command, environment } = launch
  const runtime = deps.runtimes[record.runtime]
  const agentHome = await deps.files.homeOf(record.name)
  const { folder, project } = record
  const walls = planWalls({
    ...(await workplaces.gitPlaces(record)),
    ...confine,
    homes: [...new Set([environment['HOME'] ?? '', ...confine.homes])].filter((home) => home.length > 1),
    agentHome,
    folder,
    project,
    tools: [confine.node, command[0]],
    searchPath: (environment['PATH'] ?? '').split(':'),
    named: NAMING_FILES.flatMap((name) => environment[name] ?? []),
    runtime: runtime.walls({ agentHome, environment: deps.environment, folder }),
  })
  const mayNest = runtime.buildsWalls === true
  const { network, walls: added, variables } = planNetwork(deps, kind, { agentHome, environment })
  return confinement.enclose({
    folder,
    command,
    environment: { ...environment, ...variables },
    mayNest,
    network,
    walls: [...walls, ...added],
  })
}

interface NetworkPlan {
  readonly network: SandboxNetwork
  /** What has to be seen inside for it. */
  readonly walls: readonly Wall[]
  readonly variables?: Readonly<Record<string, string>>
}

/** Where the proxy of listed domains is, inside: the usual port of proxies, or the next one where cmux has that. */
const PROXY_PORT = 3128

function planNetwork(
  deps: Pick<AgentDeps, 'confine' | 'url' | 'forwardCommand' | 'outboundCommand' | 'entropy'>,
  kind: AgentNetwork,
  { agentHome, environment }: Pick<Launch, 'environment'> & { readonly agentHome: string },
): NetworkPlan {
  const { confine, url, forwardCommand } = deps
  if (kind === 'host') return { network: { kind }, walls: [] }
  // The folder, since each server that leads puts a socket of its own there.
  const net = `${confine.cmuxHome}/net`
  const cmux = { port: Number(new URL(url()).port), socket: `${net}/cmux.sock`, forwarder: forwardCommand }
  const folder: Wall = { kind: 'readable', path: net, make: true }
  if (kind === 'none') return { network: { kind, cmux }, walls: [folder] }
  if (kind === 'listed') {
    const port = cmux.port === PROXY_PORT ? PROXY_PORT + 1 : PROXY_PORT
    // In the agent's own folder: no other agent sees it.
    const socket = `${agentHome}/outbound-${deps.entropy.uuid()}.sock`
    const outbound = { port, socket, command: [...deps.outboundCommand, socket, ...confine.domains] }
    return { network: { kind, cmux, outbound }, walls: [folder], variables: nameProxy(port) }
  }
  const names: Wall = { kind: 'given', path: '/etc/resolv.conf', from: `${net}/resolv.conf` }
  // What a person opened for it is not among them: a port that was given at its start could not be closed before the next one.
  const ports = [...confine.ports, ...listNamedPorts(environment)]
  return { network: { kind, cmux, ports }, walls: [folder, names] }
}

/** In all the spellings that programs read. Node reads them only when it is told to. */
function nameProxy(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`
  const direct = '127.0.0.1,localhost,::1'
  return {
    ...both('HTTPS_PROXY', url),
    ...both('HTTP_PROXY', url),
    ...both('ALL_PROXY', url),
    ...both('NO_PROXY', direct),
    NODE_USE_ENV_PROXY: '1',
  }
}

const both = (name: string, value: string) => ({ [name]: value, [name.toLowerCase()]: value })
