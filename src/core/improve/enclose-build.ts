// How what is not an agent, but may be an agent's code, is started in the sandbox: the build script of a commit, and the server of a
// release that is rehearsed. Both write in one folder, see nothing of the person and of cmux, and reach nobody.
import type { BuildPlace, RehearsalPlace, SandboxedCommand } from '../../protocol/agents/sandbox-order.ts'
import { requireSandbox } from '../confinement/require-sandbox.ts'
import type { Wall } from '../confinement/wall.ts'
import type { EncloseDeps } from './enclose-check.ts'
import { planTreeWalls } from './plan-tree-walls.ts'

export async function encloseBuild(
  deps: EncloseDeps,
  { folder, tree, installed, command }: BuildPlace,
): Promise<SandboxedCommand> {
  const why = await requireSandbox(deps, 'builds')
  if (why !== null) return { kind: 'bare', why }
  return enclose(deps, { folder, startsIn: tree, command }, [
    { kind: 'writable', path: folder, make: true },
    { kind: 'readable', path: installed, make: true },
  ])
}

export async function encloseRehearsal(
  deps: EncloseDeps,
  { folder, command }: RehearsalPlace,
): Promise<SandboxedCommand> {
  const why = await requireSandbox(deps, 'rehearsals')
  if (why !== null) return { kind: 'bare', why }
  return enclose(deps, { folder, startsIn: folder, command }, [
    { kind: 'writable', path: folder, make: true },
  ])
}

interface Order extends RehearsalPlace {
  readonly startsIn: string
}

async function enclose(
  { confinement, confine, environment }: EncloseDeps,
  { folder, startsIn, command }: Order,
  own: readonly Wall[],
): Promise<SandboxedCommand> {
  // What a person opened to agents is not opened to these: they need none of it.
  const extra = { ...confine.extra, writable: [], readable: [] }
  const walls = planTreeWalls({ ...confine, extra }, environment, { folder, borrowed: [] })
  const { command: sandboxed } = await confinement.enclose({
    walls: [...walls, ...own],
    folder: startsIn,
    command,
    environment: {},
    mayNest: false,
    network: { kind: 'none' },
  })
  return { kind: 'sandboxed', command: sandboxed }
}
