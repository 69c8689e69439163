// In a checkout of cmux, `up` makes the checkout itself a project, so that agents can improve cmux. Once: a person who removes it by
// hand does not find it there again. Typed in another folder, `up` is no wish to improve cmux.
import { existsSync, realpathSync } from 'node:fs'
import { isInside } from '../lib/join-path.ts'
import { RefusedRequest, type Client } from '../client/make-client.ts'
import type { Environment } from '../host/environment.ts'
import type { ProjectName } from '../protocol/ids.ts'

const NAME = 'cmux' as ProjectName

/** The name of the project that the checkout is; null when it is none. */
export async function registerCheckout(
  client: Client,
  { checkout, folder }: Pick<Environment, 'checkout' | 'folder'>,
): Promise<string | null> {
  if (checkout === undefined || !existsSync(checkout)) return null
  const path = realpathSync(checkout)
  const isHere = isInside(folder, path)
  try {
    const { items } = await client.call('GET /api/projects', { query: { all: 'true' } })
    const known = items.filter((project) => project.path === path)
    if (known.length > 0) return known.find(({ removedAt }) => removedAt === null)?.name ?? null
    return isHere ? (await client.call('POST /api/projects', { body: { path, name: NAME } })).name : null
  } catch (error) {
    // An unpacked archive is no repository, or the name is taken: cmux is up all the same.
    if (error instanceof RefusedRequest) return null
    throw error
  }
}
