// The rows of the route table that are about looking around in files.
import { z } from 'zod'
import { Root, RootId, RootPath, Sight } from './agents/sight.ts'
import { pageOf } from './page.ts'

const READERS = ['owner', 'human', 'observer'] as const

export const BROWSE_ROUTES = {
  'GET /api/files': {
    summary: 'Where a person can look around: workspaces of agents, and the journal',
    access: READERS,
    answer: pageOf(Root),
  },
  'GET /api/files/:root': {
    summary:
      'A folder or a file of such a root; links are told and never followed, so nothing outside of it is seen',
    access: READERS,
    params: z.strictObject({ root: RootId }),
    query: z.strictObject({ path: RootPath.default('') }),
    answer: Sight,
  },
} as const
