// What the porter of a service is told: which version is wanted, and which one it can go back to.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { PorterOrder, Version } from '../../protocol/wards/porter.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Ward, WardVersion } from '../../protocol/wards/ward.ts'
import { composeVersion } from './compose-version.ts'
import { keyOf } from './key-of.ts'
import { readHealth } from './read-health.ts'
import type { WardDeps } from './ward-deps.ts'

/** So often it falls within ten minutes before a person is needed. */
const TRIES = 5

export async function composeOrder(deps: WardDeps, project: Project, ward: Ward): Promise<PorterOrder> {
  const rules = await readService(deps, project, ward.wanted.commit)
  const { port } = readHealth(rules)
  return {
    port: port === 0 ? (ward.port ?? 0) : port,
    wanted: await describe(deps, project, ward.wanted),
    reserve: ward.reserve && (await describe(deps, project, ward.reserve)),
    tries: TRIES,
  }
}

async function readService({ projects }: WardDeps, project: Project, commit: string) {
  const { file, problem } = await projects.readRulesAt(project, commit)
  if (file?.service) return file.service
  const what = problem ?? 'cmux.json names none'
  throw new CmuxError('CONFLICT', `${project.name} has no service in ${commit.slice(0, 12)}: ${what}`, {
    hint: 'add it to cmux.json on the main branch',
  })
}

async function describe(deps: WardDeps, project: Project, version: WardVersion): Promise<Version> {
  const rules = await readService(deps, project, version.commit)
  const tree = await deps.wardGround.buildTree(project, version.commit)
  const mark = deps.wardGround.mark(project.id)
  return composeVersion(deps, { key: keyOf(version), rules, tree, mark })
}
