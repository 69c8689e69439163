// What a person sees who looks around in a workspace or in the journal: folders, files, and links that are shown, not followed.
import { z } from 'zod'
import { AgentName, ProjectName } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

const PATH_MAX_CHARS = 4096
const count = z.number().int()

/** `journal`, or `workspace:` and the name of its agent. */
export const RootId = z
  .string()
  .regex(/^(?:journal|workspace:[a-z][a-z0-9-]{0,31})$/, 'is journal, or workspace: and an agent')
export type RootId = z.infer<typeof RootId>

/** Where one can look around. */
export const Root = z.object({
  id: RootId,
  agent: AgentName.nullable(),
  project: ProjectName.nullable(),
  folder: z.string(),
})
export type Root = z.infer<typeof Root>

/** From the root on, with `/`; empty is the root itself. Nothing leads out of it. */
export const RootPath = z
  .string()
  .max(PATH_MAX_CHARS)
  .refine(
    (path) => path === '' || path.split('/').every(isStep),
    'is a path below the root, without . and ..',
  )

function isStep(step: string): boolean {
  return step !== '' && step !== '.' && step !== '..' && !step.includes('\0')
}

const FolderItem = z.object({
  name: z.string(),
  kind: z.enum(['folder', 'file', 'link', 'other']),
  bytes: count,
  changedAt: Timestamp,
})
export type FolderItem = z.infer<typeof FolderItem>

export const Sight = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    /** Folders first, then by name. */
    items: z.array(FolderItem),
    /** So many more are there. */
    leftOff: count,
  }),
  z.object({
    kind: z.literal('file'),
    bytes: count,
    changedAt: Timestamp,
    /** Null when it is no text. */
    text: z.string().nullable(),
    /** Only its beginning is here. */
    isCut: z.boolean(),
  }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  /** A pipe, a socket, a device. */
  z.object({ kind: z.literal('other') }),
])
export type Sight = z.infer<typeof Sight>
