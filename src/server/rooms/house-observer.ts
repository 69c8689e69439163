// Looks at everything that discrepancies are found in.
import { realpathSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { measurePath } from '../../adapters/files/measure-path.ts'
import { makeTmuxProgram, socketName } from '../../adapters/tmux/tmux-program.ts'
import type { AgentDeps } from '../../core/agents/agent-deps.ts'
import type { DiskGround } from '../../core/disk/disk-ground.ts'
import type { StoreReader } from '../../core/store.ts'
import type { FolderSight, HouseSight, WorkspaceSight } from '../../core/watch/house-sight.ts'
import type { Config } from '../../protocol/config.ts'
import { readLedger } from '../observe/read-ledger.ts'

export interface HouseDeps {
  readonly home: string
  readonly config: Config
  readonly agentDeps: Pick<AgentDeps, 'store' | 'clock' | 'terminals' | 'processes'>
  readonly disk: Pick<DiskGround, 'listRemovable'>
  readonly releasesInUse: () => Promise<ReadonlySet<string>>
}

const MIB = 1024 ** 2
/** Of each agent: the oldest tell enough. */
const MAIL_MAX = 5
const LIST_MAX = 1000
/** Workspaces may have very many files: they are measured at one look of so many, once an hour unless it is set otherwise. */
const LOOKS_A_MEASURE = 12
/** Our own logs are rotated long before. */
const LOGS_GROWN = 10

/** The register is read before the terminals: what was started in between is not there twice. */
export function makeHouseObserver(deps: HouseDeps): () => Promise<HouseSight> {
  const { config, releasesInUse, disk } = deps
  const { store, clock, terminals, processes } = deps.agentDeps
  const home = realpathSync(deps.home)
  const measureWorkspaces = makeRareMeasure(clock, {
    everyMs: config.discrepancies.everySec * 1000 * LOOKS_A_MEASURE,
    limitBytes: config.disk.workspacesMb * MIB,
  })
  const { args, program } = makeTmuxProgram(socketName(home), {})
  return async () => {
    const { read } = store
    const agents = await read.agents.all()
    const workspaces = await listWorkspaces(home)
    const { good, current } = await readLedger(home)
    const removable = await disk.listRemovable()
    return {
      nowMs: clock.nowMs(),
      agents,
      panes: await terminals.observe(),
      living: new Set(
        agents
          .filter(({ pid, startedAt }) => pid !== null && processes.isAlive(pid, startedAt))
          .map(({ id }) => id),
      ),
      services: new Set((await read.projects.list({ all: true })).map(({ id }) => id)),
      projects: new Set((await read.projects.list({ all: false })).map(({ name }): string => name)),
      workspaces,
      releases: {
        there: await listFolders(join(home, 'releases'), clock.nowMs()),
        named: [...new Set([...good, ...(current === '' ? [] : [current])])],
        inUse: await releasesInUse(),
      },
      mail: await listMail(read),
      tasks: await read.tasks.list({ open: true, newest: false, limit: LIST_MAX, cursor: 0 }),
      approvals: await read.approvals.waiting(LIST_MAX),
      logs: await listLogs(join(home, 'logs')),
      bytes: {
        workspaces: await measureWorkspaces(workspaces),
        removable: removable.reduce((sum, { bytes }) => sum + bytes, 0),
      },
      limits: {
        workspacesBytes: config.disk.workspacesMb * MIB,
        removableBytes: config.disk.budgetMb * MIB,
        logBytes: config.log.maxBytes * LOGS_GROWN,
      },
      tmux: [program, ...args],
    }
  }
}

async function listMail(read: StoreReader): Promise<HouseSight['mail']> {
  const found = []
  for (const agent of await read.messages.agentsWithMail()) {
    const open = await read.messages.openDelivery(agent)
    const pasted = open ? await read.messages.byIds(open.messages.slice(0, MAIL_MAX)) : []
    found.push(...(await read.messages.waiting(agent, MAIL_MAX)), ...pasted)
  }
  return found
}

async function listWorkspaces(home: string): Promise<WorkspaceSight[]> {
  const root = join(home, 'workspaces')
  const found: WorkspaceSight[] = []
  for (const project of await listNames(root))
    for (const agent of await listNames(join(root, project)))
      found.push({ project, agent, path: join(root, project, agent) })
  return found
}

async function listFolders(folder: string, nowMs: number): Promise<FolderSight[]> {
  const found: FolderSight[] = []
  for (const name of await listNames(folder)) {
    const path = join(folder, name)
    const there = await stat(path).catch(() => undefined)
    // Those that are being put there end in another way.
    if (there && !name.endsWith('.tmp')) found.push({ name, path, ageMs: nowMs - there.mtimeMs })
  }
  return found
}

async function listLogs(folder: string): Promise<HouseSight['logs']> {
  const paths = (await listNames(folder)).map((name) => join(folder, name))
  return Promise.all(
    paths.map(async (path) => ({ path, bytes: (await stat(path).catch(() => undefined))?.size ?? 0 })),
  )
}

/** Names that begin with a dot are cmux's own. */
async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'))
}

interface RareMeasure {
  readonly everyMs: number
  readonly limitBytes: number
}

/** While they take too much, also when one of them came or went: who has removed one wants to see it. */
function makeRareMeasure(
  clock: { monotonicMs(): number },
  { everyMs, limitBytes }: RareMeasure,
): (workspaces: readonly WorkspaceSight[]) => Promise<number> {
  let known: { readonly bytes: number; readonly atMs: number; readonly of: string } | undefined
  return async (workspaces) => {
    const nowMs = clock.monotonicMs()
    const paths = workspaces.map((each) => each.path)
    const of = paths.join('\n')
    if (!known || nowMs - known.atMs > everyMs || (known.bytes > limitBytes && known.of !== of))
      known = { bytes: await measureAll(paths), atMs: nowMs, of }
    return known.bytes
  }
}

/** One after the other: nobody waits for it, and others want the disk. What is being deleted is not among them any more. */
async function measureAll(paths: readonly string[]): Promise<number> {
  let bytes = 0
  for (const path of paths) bytes += await measurePath(path)
  return bytes
}
