// What an agent has done: its workspace against the project's main branch, commits and uncommitted files together.
import { z } from 'zod'
import { AgentName, ProjectName } from '../ids.ts'

/** Other agents are at work on the same file. */
export const Overlap = z.object({ path: z.string(), agents: z.array(AgentName) })
export type Overlap = z.infer<typeof Overlap>

export const FileChange = z.object({
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted', 'retyped']),
  /** Lines; 0 for what is no text. */
  added: z.number().int(),
  removed: z.number().int(),
  /** No text, or too large to be shown as such. */
  binary: z.boolean(),
})
export type FileChange = z.infer<typeof FileChange>

export const WorkDiff = z.object({
  agent: AgentName,
  project: ProjectName,
  /** The commit that both sides have: what is shown are the changes since then. */
  base: z.string(),
  /** The main branch that it is compared with. */
  main: z.string(),
  /** Where the workspace stands; null when on no branch. */
  branch: z.string().nullable(),
  head: z.string(),
  /** Commits that it has and the main branch has not, and the other way round. */
  ahead: z.number().int(),
  behind: z.number().int(),
  /** Its own commits, the newest first; at most 20. */
  commits: z.array(z.object({ id: z.string(), subject: z.string() })),
  files: z.array(FileChange),
  /** Files that are not listed any more. */
  filesLeftOff: z.number().int(),
  patch: z.string(),
  /** The patch ends before its end. */
  truncated: z.boolean(),
  /** Files that are not committed, untracked ones included; at most as many as files. */
  dirty: z.array(z.string()),
})
export type WorkDiff = z.infer<typeof WorkDiff>

/** With what other agents are at work on, too. */
export const SharedWorkDiff = WorkDiff.extend({ overlaps: z.array(Overlap) })
export type SharedWorkDiff = z.infer<typeof SharedWorkDiff>
