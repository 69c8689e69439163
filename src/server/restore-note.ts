// `cmux backup restore` works without a server and leaves a note; the next server makes it part of the history (P10).
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../adapters/files/read-if-there.ts'
import { anchorRestore, type AnchorDeps } from '../core/audit/anchor-keeper.ts'
import type { Store } from '../core/store.ts'

const RestoreNote = z.object({ from: z.string(), setAside: z.string().nullable() })
export type RestoreNote = z.infer<typeof RestoreNote>

export async function readRestoreNote(home: string): Promise<RestoreNote | undefined> {
  const text = await readIfThere(join(home, 'restored.json'))
  return text === undefined ? undefined : RestoreNote.parse(JSON.parse(text))
}

export interface RestoreDeps extends Omit<AnchorDeps, 'store'> {
  readonly store: Store
  readonly home: string
}

export async function recordRestore(deps: RestoreDeps, note: RestoreNote): Promise<void> {
  const { store, home } = deps
  await anchorRestore(deps)
  await store.write(async ({ events }) => {
    await events.append({ type: 'backup.restored', actor: 'owner', data: note })
  })
  await rm(join(home, 'restored.json'))
}
