// Safe mode has no database: it knows tokens from a file of hashes, which the leading server keeps true.
import { join } from 'node:path'
import { writeAtomically } from '../../adapters/files/write-atomically.ts'
import { isSession } from '../../core/access/session-secrets.ts'
import { principalOf } from '../../core/access/principal.ts'
import { openFeed } from '../../core/events/open-feed.ts'
import type { Context } from '../context.ts'

type Deps = Pick<Context, 'feed' | 'home' | 'store'>

/** Writes the file, and again after each event about a token, until `signal` aborts. */
export async function keepTokenHashes(context: Deps, signal: AbortSignal): Promise<void> {
  const head = await context.store.read.events.head()
  await writeHashes(context)
  for await (const page of await openFeed(context.feed, head, signal))
    if (page.some((event) => event.type.startsWith('token.'))) await writeHashes(context)
}

/** A line each: the hash, the role, and the name under which its holder acts. Safe mode takes no sessions, so it knows none. */
async function writeHashes({ home, store }: Deps): Promise<void> {
  const valid = await store.read.tokens.valid()
  const tokens = valid.filter(({ token }) => !isSession(token))
  const lines = tokens.map(({ token, hash }) => `${hash} ${token.role} ${principalOf(token).actor}\n`)
  await writeAtomically(join(home, 'watchdog', 'tokens'), lines.join(''))
}
