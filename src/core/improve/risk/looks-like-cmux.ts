// Whether a repository is that of cmux itself.
import type { Project } from '../../../protocol/projects/project.ts'
import type { ChangeGround } from '../change-ground.ts'

/** Files that only cmux has together. */
const MARKS = [
  'cmux',
  'src/watchdog/mind/decide.ts',
  'src/core/improve/risk/judge-tier.ts',
  'src/hook/main.ts',
]

/** By what is in it, since a project may have any name. Two marks are enough: one that is moved or renamed makes no other project of it. */
export const looksLikeCmux = (tree: Pick<ReadonlySet<string>, 'has'>): boolean =>
  MARKS.filter((mark) => tree.has(mark)).length >= 2

/** Those that a commit has. The tree as a whole is not asked for: it may be large. */
export const readMarks = (
  ground: Pick<ChangeGround, 'listAmong'>,
  project: Project,
  commit: string,
): Promise<ReadonlySet<string>> => ground.listAmong(project, commit, MARKS)
