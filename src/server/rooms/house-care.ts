// The care for the disk and for discrepancies, put together: what is found, who is told, and what mends it.
import { join } from 'node:path'
import { makeHomeDisk } from '../../adapters/files/home-disk.ts'
import { measureHome } from '../../adapters/process/measure-home.ts'
import { expireApproval } from '../../core/approvals/expire-approval.ts'
import type { Noticed } from '../../core/alerts/raise-alerts.ts'
import { makeDiskKeeper, type DiskKeeper } from '../../core/disk/disk-keeper.ts'
import { makeHomeKeeper, type HomeKeeper } from '../../core/disk/home-keeper.ts'
import { letDie } from '../../core/mail/let-die.ts'
import {
  makeDiscrepancyKeeper,
  type DiscrepancyKeeper,
  type Menders,
} from '../../core/watch/discrepancy-keeper.ts'
import { findOrphans } from '../../core/workspaces/find-orphans.ts'
import { ApprovalId } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { MachineRoomDeps } from './machine-room.ts'
import { makeHouseObserver } from './house-observer.ts'
import { releasesInUse } from '../observe/releases-in-use.ts'

interface HouseCareDeps extends MachineRoomDeps {
  readonly alert: (noticed: readonly Noticed[]) => Promise<void>
}

interface HouseCare {
  readonly disk: DiskKeeper
  readonly space: HomeKeeper
  readonly discrepancies: DiscrepancyKeeper
}

/** Alerts about the machine are of no project and no file. */
const OF_THE_MACHINE = { project: null, where: null, count: 1 } as const

export function makeHouseCare(deps: HouseCareDeps): HouseCare {
  const { home, config, clock, store, log, release, alert } = deps
  const inUse = () => releasesInUse(home, store, release.id)
  const removeOrphan = makeOrphanRemover(deps)
  const ground = makeHomeDisk({
    home,
    releasesInUse: inUse,
    orphans: async () =>
      (await findOrphans(deps)).map(({ project, agent }) => ({
        name: `${project.name}/${agent}`,
        folder: join(home, 'workspaces', project.name, agent),
      })),
    async removeOrphan(name) {
      await removeOrphan(name)
    },
  })
  const { alertPercent, budgetMb } = config.disk
  const disk = makeDiskKeeper({
    clock,
    store,
    ground,
    settings: { alertPercent, budgetBytes: budgetMb * 1024 ** 2 },
    alert: (what) => alert([{ ...OF_THE_MACHINE, ...what, kind: 'disk', matter: 'disk' }]),
    onError: (error, doing) => log.warn({ err: error }, doing),
  })
  const space = makeHomeKeeper({
    clock,
    budgetBytes: config.disk.homeMb * 1024 ** 2,
    measure: (signal) => measureHome(home, signal),
    listLarge: ground.listLarge,
    alert: (what) => alert([{ ...OF_THE_MACHINE, ...what, kind: 'disk', matter: 'home budget' }]),
  })
  const discrepancies = makeDiscrepancyKeeper({
    clock,
    observe: makeHouseObserver({
      home,
      config,
      agentDeps: deps.agents.deps,
      disk: ground,
      releasesInUse: inUse,
    }),
    menders: {
      'workspace-orphan': removeOrphan,
      'release-unneeded': async (name) => {
        await ground.remove({ kind: 'release', name, bytes: 0, atMs: 0 })
        return `release ${name} is removed`
      },
      'mail-nobody': makeMailBurier(deps),
      'approval-overdue': makeApprovalEnder(deps),
      'disk-budget': async () => {
        await disk.clean()
        return 'what was over the budget is removed'
      },
    } satisfies Menders,
    alert: (fresh) =>
      alert(
        fresh.map(({ id, says, command }) => ({
          ...OF_THE_MACHINE,
          kind: 'discrepancy',
          matter: id,
          title: says,
          lines: [says, `mend it with: ${command}`],
        })),
      ),
  })
  return { disk, space, discrepancies }
}

/** Looks again whether nobody has it: an agent may have been registered meanwhile. */
function makeOrphanRemover(deps: HouseCareDeps): (name: string) => Promise<string> {
  return async (name) => {
    const found = (await findOrphans(deps)).find(({ project, agent }) => `${project.name}/${agent}` === name)
    if (!found) return `${name} is not an orphan any more`
    const kept = await deps.workspaces.remove(found)
    return `${name} is removed; kept in the project: ${kept.length === 0 ? 'nothing was left to keep' : kept.join('; ')}`
  }
}

/** All that waits for the same one. */
function makeMailBurier({ store, clock }: HouseCareDeps): (id: string) => Promise<string> {
  return (id) =>
    store.write(async (writer) => {
      const agent = (await writer.messages.byId(MessageId.parse(id)))?.agent ?? null
      const isThere = agent === null || (await writer.agents.all()).some((one) => one.id === agent)
      if (isThere) return `${id} can be delivered again`
      const waiting = await writer.messages.unsettled(agent)
      const at = timestampFromMs(clock.nowMs())
      await letDie({ clock }, writer, waiting, { why: 'its agent is not there any more', at })
      return `${waiting.length} messages are dead letters now; they can still be read`
    })
}

/** Nobody has answered in time, which is a no: nothing is lost by saying so. */
function makeApprovalEnder({ store, clock }: HouseCareDeps): (id: string) => Promise<string> {
  return (id) =>
    store.write(async (writer) => {
      const request = await writer.approvals.byId(ApprovalId.parse(id))
      const nowMs = clock.nowMs()
      if (request?.state !== 'waiting' || nowMs < Date.parse(request.expiresAt))
        return `${id} is not overdue any more`
      await expireApproval(writer, request, timestampFromMs(nowMs))
      return `${id} is ended: nobody answered in time`
    })
}
