// Puts the walls of one agent around its launch.
import { planWalls } from '../confinement/plan-walls.ts'
import type { Wall } from '../confinement/wall.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentRecord } from './agent-record.ts'
import type { Launch } from './runtime.ts'

type Enclosed = Pick<Launch, 'command' | 'environment'>

/** Files outside of the system's folders that these name are needed by whoever has the variable. */
const NAMING_FILES = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GOOGLE_APPLICATION_CREDENTIALS',
]

export async function encloseLaunch(deps: AgentDeps, record: AgentRecord, launch: Launch): Promise<Enclosed> {
  const { confine, confinement, workplaces } = deps
  const { command, environment } = launch
  const runtime = deps.runtimes[record.runtime]
  const agentHome = await deps.files.homeOf(record.name)
  const { folder, project } = record
  const named = NAMING_FILES.flatMap((name) => environment[name] ?? [])
  const walls = planWalls({
    ...(await workplaces.gitPlaces(record)),
    ...confine,
    homes: [...new Set([environment['HOME'] ?? '', ...confine.homes])].filter((home) => home.length > 1),
    agentHome,
    folder,
    project,
    tools: [confine.node, command[0]],
    searchPath: [...(environment['PATH'] ?? '').split(':'), ...named],
    runtime: runtime.walls({ agentHome, environment: deps.environment, folder }),
  })
  const mayNest = runtime.buildsWalls === true
  const order = { folder, command, environment, mayNest }
  if (confine.network === 'open') return confinement.enclose({ ...order, walls })
  // The folder, since each server that leads puts a socket of its own there.
  const net: Wall = { kind: 'readable', path: `${confine.cmuxHome}/net`, make: true }
  const port = Number(new URL(deps.url()).port)
  const onlyTo = { port, socket: `${net.path}/cmux.sock`, forwarder: deps.forwardCommand }
  return confinement.enclose({ ...order, walls: [...walls, net], onlyTo })
}
