// The journal over HTTP.
import type { Principal } from '../../../core/access/principal.ts'
import { addEntry } from '../../../core/journal/add-entry.ts'
import { ownProject } from '../../../core/journal/own-project.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { ProjectName } from '../../../protocol/ids.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import { ANSWERED, type Handlers } from '../register-routes.ts'
import { sendFile } from '../send-file.ts'

type Deps = Pick<Context, 'journal' | 'store'>

type Keys = Extract<RouteKey, `${string} /api/journal${string}`>

const ALREADY_THERE = 200

export function makeJournalHandlers({ store, journal }: Deps): Handlers<Keys> {
  /** For an agent its own project's, whatever it asks for; and it is told so when it asks for another one. */
  const readable = async (named: ProjectName | undefined, by: Principal) => {
    const own = await ownProject(store.read, by)
    if (own === undefined || named === own) return named
    if (named === undefined) return own
    throw new CmuxError('FORBIDDEN', `you read the journal of ${own}, not of ${named}`, {
      hint: 'leave `project` out',
    })
  }
  return {
    'GET /api/journal': async ({ query }, { principal }) => {
      const project = await readable(query.project, principal)
      const items = await store.read.journal.list({ ...query, project })
      return { items, next: items.length === query.limit ? String(items.at(-1)?.seq) : null }
    },

    'POST /api/journal': async ({ body }, { principal, reply }) => {
      const { entry, isNew } = await addEntry(journal.deps, body, principal)
      if (!isNew) reply.code(ALREADY_THERE)
      return entry
    },

    'GET /api/journal/pages': async ({ query }, { principal }) => {
      const project = await readable(query.project, principal)
      return { items: await store.read.journal.pages(project, query.limit), next: null }
    },

    'GET /api/journal/:seq': async ({ params }, { principal }) => {
      const entry = await store.read.journal.bySeq(params.seq)
      const own = await ownProject(store.read, principal)
      if (entry && (own === undefined || own === entry.project)) return entry
      throw new CmuxError('NOT_FOUND', `the journal has no entry ${params.seq}`)
    },

    'GET /api/journal/:project/:day/files/:folder/:name': async ({ params }, { principal, reply }) => {
      const { project, day, folder, name } = params
      await readable(project, principal)
      await sendFile(reply, journal.folder.folder({ project, day }), [folder, name])
      return ANSWERED
    },
  }
}
