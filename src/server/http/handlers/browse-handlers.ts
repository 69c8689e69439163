// Looking around in files over HTTP.
import { join } from 'node:path'
import { makeFolderDoor } from '../../../adapters/files/folder-door.ts'
import { listRoots, lookAround } from '../../../core/browse/look-around.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'home' | 'store'>

type Keys = Extract<RouteKey, `${string} /api/files${string}`>

export function makeBrowseHandlers({ store, home }: Deps): Handlers<Keys> {
  const deps = { store, folderDoor: makeFolderDoor(), journalFolder: join(home, 'journal') }
  return {
    'GET /api/files': async () => ({ items: await listRoots(deps), next: null }),
    'GET /api/files/:root': ({ params, query }) => lookAround(deps, params.root, query.path),
  }
}
