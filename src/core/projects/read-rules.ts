// From what is committed on the main branch to the rules of a project. Never from the work tree or from a branch under
// test: a change can't lower its own bar.
import { ProjectFile } from '../../protocol/project-file.ts'
import type { ProjectRules } from '../../protocol/projects/project.ts'
import { CHECK_PATHS, findChecks } from './find-checks.ts'
import type { CommittedRoot } from './repositories.ts'

export const PROJECT_FILE = 'cmux.json'

/** Everything that says how agents work on a project; roles are in the folder. */
export const RULE_PATHS: readonly string[] = [PROJECT_FILE, '.cmux', ...CHECK_PATHS]

export function readRules(root: CommittedRoot | undefined, mainBranch: string): ProjectRules {
  if (!root) return { ...NOTHING, problem: `there is no branch ${mainBranch} any more` }
  const { file, problem } = readFile(root)
  const found = file?.checks ? { from: PROJECT_FILE, checks: file.checks } : findChecks(root)
  // A file that can't be read says nothing; what it wanted to forbid must not run by guesswork.
  const { checks = [], from = null } = problem === null ? (found ?? {}) : {}
  return { commit: root.commit, file, problem, checks: [...checks], checksFrom: from, waiting: null }
}

const NOTHING: ProjectRules = {
  commit: null,
  file: null,
  problem: null,
  checks: [],
  checksFrom: null,
  waiting: null,
}

function readFile({ names, texts }: CommittedRoot): Pick<ProjectRules, 'file' | 'problem'> {
  if (!names.includes(PROJECT_FILE)) return { file: null, problem: null }
  const text = texts[PROJECT_FILE]
  if (text === undefined) return { file: null, problem: `${PROJECT_FILE} is no plain file, or too large` }
  const json = parseJson(text)
  if (json instanceof Error) return { file: null, problem: `${PROJECT_FILE} is not JSON: ${json.message}` }
  const parsed = ProjectFile.safeParse(json)
  if (parsed.success) return { file: parsed.data, problem: null }
  const [issue] = parsed.error.issues
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const key = [...(issue?.path ?? []), ...keys.slice(0, 1)].join('.') || 'the document'
  return { file: null, problem: `${key} in ${PROJECT_FILE}: ${issue?.message ?? 'invalid'}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
