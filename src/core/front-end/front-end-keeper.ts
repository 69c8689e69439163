// Keeps the front end whole: looks on its own tick and when somebody finds it broken. A broken page is never a reason to
// go back to another release.
import type { Store } from '../store.ts'
import { decideFrontEnd } from './decide-front-end.ts'
import type { FrontEndShelf } from './front-end-shelf.ts'

export interface FrontEndKeeper {
  /** What the last look found and nobody has mended since. */
  damage(): readonly string[]
  /** Looks and, if we lead, mends; looks that come together are one. */
  look(): Promise<void>
}

export interface FrontEndDeps {
  readonly shelf: FrontEndShelf
  readonly store: Store
  readonly isLeading: () => boolean
}

export function makeFrontEndKeeper({ shelf, store, isLeading }: FrontEndDeps): FrontEndKeeper {
  let damage: readonly string[] = []
  let told: readonly string[] = []
  let looking: Promise<void> | undefined

  const tell = (type: 'frontend.damaged' | 'frontend.restored', files: readonly string[]) =>
    store.write(async ({ events }) => {
      await events.append({ type, actor: 'system', data: { files: [...files] } })
    })

  const look = async () => {
    damage = await shelf.findDamage()
    if (!isLeading()) return
    const decision = decideFrontEnd(damage, told)
    if (decision.tell.length > 0) await tell('frontend.damaged', decision.tell)
    told = damage
    if (decision.restore.length === 0) return
    await shelf.restore(decision.restore)
    // Believed only when it is seen.
    damage = await shelf.findDamage()
    const mended = told.filter((name) => !damage.includes(name))
    told = damage
    if (mended.length > 0) await tell('frontend.restored', mended)
  }

  return {
    damage: () => damage,
    look() {
      looking ??= look().finally(() => (looking = undefined))
      return looking
    },
  }
}
