// Reads what a view of a repository is made of. The disk is a port, since the server and the command line each have their own.
import {
  followCommonDir,
  followGitFile,
  planGitView,
  type GitViewPlan,
  type Refused,
} from './plan-git-view.ts'

export interface RepositoryDisk {
  /** Undefined when there is no such file. */
  readText(path: string): Promise<string | undefined>
  /** Without links; undefined when nothing is there. */
  findReal(path: string): Promise<string | undefined>
  isFile(path: string): Promise<boolean>
  listNames(folder: string): Promise<readonly string[]>
}

export interface ReadRepository {
  readonly own: string
  readonly common: string
  readonly plan: GitViewPlan
}

/** `gitDir`: what is called `.git` in a checkout, a folder or a file. */
export async function readRepository(
  disk: RepositoryDisk,
  gitDir: string,
): Promise<ReadRepository | Refused> {
  const real = await disk.findReal(gitDir)
  if (real === undefined) return { refused: 'it is not there' }
  const named = (await disk.isFile(real))
    ? followGitFile((await disk.readText(real)) ?? '', real.replace(/\/[^/]*$/, ''))
    : real
  const own = named === undefined ? undefined : await disk.findReal(named)
  if (own === undefined) return { refused: 'it names no git folder' }
  const common = followCommonDir(own, await disk.readText(`${own}/commondir`))
  if (typeof common !== 'string') return common
  const commonNames = await disk.listNames(common)
  const plan = planGitView({
    own,
    common,
    head: (await disk.readText(`${own}/HEAD`)) ?? '',
    config: (await disk.readText(`${common}/config`)) ?? '',
    commonNames,
    ownNames: own === common ? commonNames : await disk.listNames(own),
  })
  if ('refused' in plan) return plan
  const links = await Promise.all(
    plan.links.map(async ([name, target]) => {
      const place = FOLLOWED.has(name) ? await disk.findReal(target) : undefined
      return [name, place ?? target] as const
    }),
  )
  return { own, common, plan: { ...plan, links } }
}

/** Some tools keep these elsewhere, behind a link. */
const FOLLOWED: ReadonlySet<string> = new Set(['objects', 'refs', 'packed-refs', 'logs/refs'])

export function listElsewhere({ common, plan }: ReadRepository): string[] {
  const { links } = plan
  return links
    .filter(([name, target]) => FOLLOWED.has(name) && !target.startsWith(`${common}/`))
    .map(([, to]) => to)
}
