// Watches the disk: tells before it is full, and keeps what may go within its budget.
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { composeDiskAlert } from './compose-disk-alert.ts'
import type { DiskGround } from './disk-ground.ts'
import { judgeDisk, type DiskLook, type DiskVerdict } from './judge-disk.ts'
import { planCleaning } from './plan-cleaning.ts'
import type { Removable } from './removable.ts'

interface DiskSettings {
  readonly alertPercent: number
  readonly budgetBytes: number
}

export interface DiskDeps {
  readonly clock: Clock
  readonly store: Store
  readonly ground: DiskGround
  readonly settings: DiskSettings
  /** People hear of it. */
  readonly alert: (what: { readonly title: string; readonly lines: readonly string[] }) => Promise<void>
  readonly onError: (error: unknown, doing: string) => void
}

/** While it lasts it is told again after this time. */
const TOLD_EVERY_MS = 60 * 60_000
/** What is refused, since its work can't be saved, is not tried again before. */
const RETRY_MS = 60 * 60_000
/** A look so long ago is what growth is measured from. */
const TREND_MS = 60 * 60_000
/** Below the line by so much, so that it is not crossed again at once. */
const RELIEF_PERCENT = 5
/** With more than this free, 90 % of a large disk are no reason to throw away what is within its budget. */
const AMPLE_BYTES = 1024 ** 3

export interface DiskKeeper {
  look(): Promise<void>
  /** Whatever is over the budget goes now. */
  clean(): Promise<void>
}

export function makeDiskKeeper(deps: DiskDeps): DiskKeeper {
  const { clock, ground, settings } = deps
  let looks: DiskLook[] = []
  let toldMs: number | undefined
  /** What could not go, and when it was tried. */
  const refusedMs = new Map<string, number>()
  const plan = async (wanted: number) => {
    const nowMs = clock.monotonicMs()
    const removable = (await ground.listRemovable()).filter(
      (one) => nowMs - (refusedMs.get(nameOf(one)) ?? Number.NEGATIVE_INFINITY) >= RETRY_MS,
    )
    return planCleaning(removable, { budgetBytes: settings.budgetBytes, wantedBytes: wanted })
  }
  const look = async () => {
    const nowMs = clock.monotonicMs()
    const disk: DiskLook = { ...(await ground.look()), atMs: nowMs }
    looks = [...looks.filter(({ atMs }) => nowMs - atMs <= TREND_MS), disk]
    const verdict = judgeDisk(disk, looks[0], settings.alertPercent)
    const goes = await plan(wantedBytes(disk, verdict, settings))
    // Told before anything is done, while there is still room to write it.
    if (verdict.state === 'well') toldMs = undefined
    else if (toldMs === undefined || nowMs - toldMs >= TOLD_EVERY_MS) {
      try {
        await deps.alert(composeDiskAlert({ verdict, disk, goes, large: await ground.listLarge() }))
        toldMs = nowMs
      } catch (error) {
        // No room to write it: what goes now makes some, and the next look tells it.
        deps.onError(error, 'telling that the disk is nearly full')
      }
    }
    await removeAll(deps, goes, refusedMs)
  }
  return {
    look,
    clean: async () => removeAll(deps, await plan(0), refusedMs),
  }
}

function wantedBytes(look: DiskLook, { state }: DiskVerdict, { alertPercent }: DiskSettings): number {
  if (state !== 'low' || look.freeBytes >= AMPLE_BYTES) return 0
  const all = look.usedBytes + look.freeBytes
  return Math.max(0, look.usedBytes - (all * (alertPercent - RELIEF_PERCENT)) / 100)
}

const nameOf = ({ kind, name }: Removable) => `${kind} ${name}`

/** One that can't go does not keep the others. */
async function removeAll(
  { ground, store, clock, onError }: DiskDeps,
  goes: readonly Removable[],
  refusedMs: Map<string, number>,
): Promise<void> {
  const removed: Removable[] = []
  for (const one of goes)
    try {
      await ground.remove(one)
      removed.push(one)
    } catch (error) {
      refusedMs.set(nameOf(one), clock.monotonicMs())
      onError(error, `removing ${nameOf(one)}`)
    }
  if (removed.length === 0) return
  const bytes = removed.reduce((sum, one) => sum + one.bytes, 0)
  const data = { removed: removed.map(nameOf), bytes }
  await store.write(async ({ events }) => {
    await events.append({ type: 'disk.cleaned', actor: 'system', data })
  })
}
