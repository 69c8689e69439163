// A pre-commit hook for a project, so that what can't be right is not committed in the first place.
import { chooseCommitChecks } from '../../../host/commit-hook/choose-commit-checks.ts'
import {
  installCommitHook,
  readCommitHook,
  removeCommitHook,
  type CommitHook,
} from '../../../host/commit-hook/commit-hook.ts'
import { composeCommitHook } from '../../../host/commit-hook/compose-commit-hook.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { ProjectView } from '../../../protocol/projects/project.ts'
import { connect } from '../../connect.ts'
import type { Outcome } from '../../outcome.ts'
import type { RunVerb } from '../../verb.ts'

type Act = (project: ProjectView) => Promise<CommitHook>

const ACTS: Readonly<Record<string, Act>> = {
  install: (project) => installCommitHook(project.path, textFor(project)),
  remove: ({ path }) => removeCommitHook(path),
  status: ({ path }) => readCommitHook(path),
}

export const projectHooks: RunVerb = async ({ environment, args }) => {
  const [action = '', name = ''] = args
  const act = ACTS[action]
  if (!act)
    throw new CmuxError('USAGE', 'install, remove or status is required', {
      hint: 'for example: cmux project hooks install shop',
    })
  const project = await connect(environment).call('GET /api/projects/:name', { params: { name } })
  return describe(project, await act(project))
}

function textFor({ name, rules }: ProjectView): string {
  const checks = chooseCommitChecks(rules.checks)
  if (checks.length === 0)
    throw new CmuxError('CONFLICT', `${name} has no check that runs on every commit`, {
      hint: 'mark one in cmux.json on the main branch with "onCommit": true',
    })
  return composeCommitHook(name, checks)
}

function describe(project: ProjectView, hook: CommitHook): Outcome {
  const { file, state, text, keepsFormer } = hook
  const checks = chooseCommitChecks(project.rules.checks).map(({ name }) => name)
  const isCurrent =
    state === 'ours' && text === composeCommitHook(project.name, chooseCommitChecks(project.rules.checks))
  const words = {
    none: `${project.name} has no pre-commit hook`,
    other: `${project.name} has a pre-commit hook of its own: ${file}`,
    ours: `before each commit in ${project.path}: ${checks.join(', ')}${keepsFormer ? ', after the hook that was there before' : ''}`,
  }
  const stale = state === 'ours' && !isCurrent ? '; the checks have changed since: install it again' : ''
  return { json: { file, state, checks, keepsFormer, isCurrent }, text: `${words[state]}${stale}` }
}
