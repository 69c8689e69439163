// How a check is started: behind walls where they work, since a test file may be an agent's. It writes in its own tree and nowhere
// else, reads what is installed, and sees nothing of cmux or of the person.
import type { Confinement } from '../confinement/confinement.ts'
import type { ConfineSettings } from '../confinement/confine-settings.ts'
import { requireSandbox } from '../confinement/require-sandbox.ts'
import type { CheckOrder } from './check-runner.ts'
import { planTreeWalls } from './plan-tree-walls.ts'

export interface EncloseDeps {
  readonly confinement: Confinement
  readonly confine: ConfineSettings
  /** What the person's shell had. */
  readonly environment: Readonly<Record<string, string>>
}

/** What a build needs to find its tools; nothing of the person's secrets. */
const PASSED = new Set(['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TERM'])

interface Place {
  readonly folder: string
  /** Object folders that its repository borrows from, and what is installed and linked into it. */
  readonly readable: readonly string[]
}

interface EncloseOptions {
  /** A service answers requests; a check has nobody to ask, and a loopback of its own for what it starts itself. */
  readonly network?: 'none' | 'host'
  /** The commit that the change starts from: a check may look only at what is different. */
  readonly base?: string
}

export async function encloseCheck(
  { confinement, confine, environment }: EncloseDeps,
  { folder, readable }: Place,
  run: string,
  { network = 'none', base }: EncloseOptions = {},
): Promise<Pick<CheckOrder, 'command' | 'environment' | 'isWalled'>> {
  const passed = Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED.has(name)))
  // The Node that is new enough for cmux: what the PATH has may be another one, or none.
  const told = {
    ...passed,
    CI: '1',
    NO_COLOR: '1',
    CMUX_NODE: confine.node,
    ...(base !== undefined && { CMUX_CHANGE_BASE: base }),
  }
  const start = { command: ['/bin/sh', '-c', run], environment: told } as const
  const why = await requireSandbox({ confinement, confine }, 'checks')
  if (why !== null) return { ...start, isWalled: false }
  const walls = planTreeWalls(confine, passed, { folder, borrowed: readable })
  const order = { walls, folder, mayNest: false, network: { kind: network } }
  return { ...(await confinement.enclose({ ...order, ...start })), isWalled: true }
}
