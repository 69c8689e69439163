// The owner's token lives in a file; the store knows its hash. Whichever is missing or revoked is made anew, so that a
// restored backup, a deleted file or a rotation never locks the owner out.
import type { Store } from '../store.ts'
import { authenticate } from './authenticate.ts'
import { writeToken, type IssueDeps } from './issue-token.ts'

export interface OwnerTokenFile {
  read(): Promise<string | undefined>
  /** Replaces the content in one step, readable by the owner only. */
  write(secret: string): Promise<void>
}

export async function ensureOwnerToken(
  deps: IssueDeps & { readonly store: Store; readonly file: OwnerTokenFile },
): Promise<void> {
  const { store, file, hashSecret } = deps
  const present = await file.read()
  const known = present && (await store.read.tokens.byHash(hashSecret(present)))
  const usable = present && (await authenticate(deps, present))
  if (usable) return
  // A secret that the store has never seen is kept: the file is newer than a restored database.
  const secret = present && !known ? present : deps.entropy.secret()
  if (secret !== present) await file.write(secret)
  await store.write((writer) => writeToken(deps, writer, { role: 'owner', label: 'owner' }, 'system', secret))
}
