// Projects: repositories that agents work on.
import { resolve } from 'node:path'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { ProjectName } from '../../../protocol/ids.ts'
import type { ProjectView } from '../../../protocol/projects/project.ts'
import { askYes } from '../../../host/terminal/ask-yes.ts'
import { connect } from '../../connect.ts'
import { layoutTable } from '../../layout/layout.ts'
import type { RunVerb } from '../../verb.ts'

export const addProject: RunVerb = async ({ environment, args, options }) => {
  const { name } = options
  const path = args[0] ?? ''
  if (path === '')
    throw new CmuxError('USAGE', 'the path is empty', { hint: 'for example: cmux project add .' })
  const body = {
    path: resolve(path),
    ...(typeof name === 'string' && { name }),
    plain: options['plain'] === true,
  }
  const project = await connect(environment).call('POST /api/projects', { body })
  return {
    json: project,
    text: `added project ${project.name}: ${project.path}, main branch ${project.mainBranch}`,
  }
}

export const listProjects: RunVerb = async ({ environment }) => {
  const { items } = await connect(environment).call('GET /api/projects', { query: {} })
  const rows = items.map(({ name, mainBranch, path }) => [name, mainBranch, path])
  return { json: items, text: layoutTable([['NAME', 'MAIN', 'PATH'], ...rows]) }
}

export const showProject: RunVerb = async ({ environment, args }) => {
  const project = await connect(environment).call('GET /api/projects/:name', {
    params: { name: args[0] ?? '' },
  })
  return { json: project, text: describe(project) }
}

export const trustProject: RunVerb = async ({ environment, args, options }) => {
  const client = connect(environment)
  const params = { name: (args[0] ?? '') as ProjectName }
  const project = await client.call('GET /api/projects/:name', { params })
  const { waiting } = project.rules
  if (!waiting) return { json: project, text: `the rules of ${project.name} are those of its main branch` }
  const { commit } = waiting
  if (commit === null)
    throw new CmuxError('CONFLICT', `${project.name} has no branch ${project.mainBranch} any more`)
  const question = `${describeWaiting(project, waiting)}\nReview them first: git -C ${project.path} diff ${project.rules.commit ?? ''} ${commit}`
  if (options['yes'] !== true && !(await askYes(question)))
    throw new CmuxError('NOT_CONFIRMED', 'the rules that held before still hold')
  await client.call('POST /api/projects/:name/trust', { params, body: { commit } })
  const after = await client.call('GET /api/projects/:name', { params })
  return { json: after, text: `the rules of ${project.name} are those of ${commit.slice(0, 12)} now` }
}

function describeWaiting(
  { mainBranch }: ProjectView,
  { commit, since, agents }: NonNullable<ProjectView['rules']['waiting']>,
): string {
  const at = commit === null ? 'is gone' : `is at ${commit.slice(0, 12)}`
  return `${mainBranch} ${at}; its rules don't count since ${since}, as these agents could have changed them: ${agents.join(', ')}`
}

export const removeProject: RunVerb = async ({ environment, args }) => {
  const params = { name: (args[0] ?? '') as ProjectName }
  const project = await connect(environment).call('DELETE /api/projects/:name', { params })
  return {
    json: project,
    text: `removed project ${project.name}; nothing in ${project.path} was changed`,
  }
}

function describe(project: ProjectView): string {
  const { name, path, mainBranch, createdAt, addedBy, rules, workspaces } = project
  const main = rules.waiting === null ? rules.commit : rules.waiting.commit
  const facts = [
    ['path', path],
    ['main branch', `${mainBranch}${main === null ? '' : ` at ${main.slice(0, 12)}`}`],
    ['added', `${createdAt} by ${addedBy}`],
    ...(rules.waiting === null
      ? []
      : [['rules', `${describeWaiting(project, rules.waiting)}; accept them: cmux project trust ${name}`]]),
    ...(rules.problem === null ? [] : [['problem', rules.problem]]),
    ['checks', rules.checksFrom === null ? 'none' : `from ${rules.checksFrom}`],
    ...rules.checks.map((check) => ['', `${check.name}: ${check.run}${check.required ? '' : ' (may fail)'}`]),
    ...workspaces.map((workspace) => ['workspace', describeWorkspace(workspace)]),
  ]
  return `${name}\n${layoutTable(facts.map(([key = '', value = '']) => [`  ${key}`, value]))}`
}

function describeWorkspace(workspace: ProjectView['workspaces'][number]): string {
  const { agent, branch, ahead, behind, dirty, problem } = workspace
  const counts = `${ahead ?? '?'} ahead, ${behind ?? '?'} behind, ${dirty ?? '?'} uncommitted files`
  return `${agent} on ${branch ?? 'no branch'}: ${counts}${problem === null ? '' : `; ${problem}`}`
}
