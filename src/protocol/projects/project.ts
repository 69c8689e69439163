// Projects: repositories that agents work on.
import { z } from 'zod'
import { ProjectId, ProjectName } from '../ids.ts'
import { Check, ProjectFile } from '../project-file.ts'
import { Timestamp } from '../timestamp.ts'
import { WorkspaceReport } from '../agents/workspace.ts'

const PATH_MAX_CHARS = 4096
// Git and tmux keep paths in files where a line is a path.
// oxlint-disable-next-line no-control-regex
const PLAIN = /^[^\u0000-\u001f\u007f]*$/

export const Project = z.object({
  id: ProjectId,
  name: ProjectName,
  /** The root of its work tree, with links resolved. */
  path: z.string(),
  mainBranch: z.string(),
  createdAt: Timestamp,
  addedBy: z.string(),
  /** Kept for the history, and so that what was removed by hand is not added again by itself. */
  removedAt: Timestamp.nullable(),
})
export type Project = z.infer<typeof Project>

export const AddProject = z.strictObject({
  path: z
    .string()
    .max(PATH_MAX_CHARS)
    .startsWith('/', 'must be an absolute path')
    .regex(PLAIN, 'must have no control characters'),
  /** Without it, the folder's name made to fit. */
  name: ProjectName.optional(),
  /** It may be a folder without git: its history is kept by cmux, apart from it. */
  plain: z.boolean().optional(),
})
export type AddProject = z.infer<typeof AddProject>

export const ProjectsQuery = z.strictObject({
  /** Those that were removed, too. */
  all: z.stringbool().default(false),
})

/** What the main branch says of how to work on it. */
export const ProjectRules = z.object({
  /** The commit it was read from; null when the main branch is gone. */
  commit: z.string().nullable(),
  /** Null when there is no cmux.json, or it is not valid. */
  file: ProjectFile.nullable(),
  /** What is wrong, with the name of the key. */
  problem: z.string().nullable(),
  checks: z.array(Check),
  /** Where the checks come from: `cmux.json`, `package.json`, … */
  checksFrom: z.string().nullable(),
  /** The main branch has newer rules, and an agent could have brought them: they count once a person accepts them. */
  waiting: z
    .object({
      /** Where the main branch stands; null when it is gone. */
      commit: z.string().nullable(),
      since: Timestamp,
      /** The agents that could have brought them. */
      agents: z.array(z.string()),
    })
    .nullable(),
})
export type ProjectRules = z.infer<typeof ProjectRules>

/** A person accepts the rules of a commit, which they name so that nothing else is accepted. */
export const TrustProject = z.strictObject({ commit: z.string().regex(/^[0-9a-f]{40,64}$/) })

export const ProjectView = Project.extend({ rules: ProjectRules, workspaces: z.array(WorkspaceReport) })
export type ProjectView = z.infer<typeof ProjectView>
