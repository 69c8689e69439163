// Which folders an agent may work in beside a person: none where it could write to other agents' workspaces, to cmux's own programs,
// or to the repository of another project.
import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../../core/store.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { isOwnCheckout } from '../own-system/read-own-checkout.ts'

export interface SafeCheckoutDeps {
  /** With links resolved. */
  readonly home: string
  /** Where the programs of this build are. */
  readonly programs: string
  readonly store: Store
}

const HINT = 'leave --in-checkout out: the agent then gets a workspace of its own'

export function makeRequireSafeCheckout({ home, programs, store }: SafeCheckoutDeps) {
  return async (named: string): Promise<void> => {
    const folder = await realpath(named).catch(() => undefined)
    if (folder === undefined)
      throw new CmuxError('BAD_REQUEST', `folder: there is no ${named}`, { hint: 'check the path' })
    const projects = await store.read.projects.list({ all: false })
    const isProject = projects.some(({ path }) => path === folder)
    const around = projects.find(({ path }) => isBelow(path, folder))
    // What cmux's command line runs is the checkout itself, not only what is built.
    const ours = isOwnCheckout(home, folder) || isBelow(await realOf(programs), folder)
    const why =
      (isBelow(home, folder) && `cmux's own home ${home} is inside of it`) ||
      (isBelow(folder, home) && !isProject && `it is inside of cmux's own home`) ||
      (folder === home && `it is cmux's own home`) ||
      (ours && 'the programs of cmux itself are in it') ||
      (around && `another project is inside of it: ${around.name}`) ||
      ((await isLink(join(folder, '.git'))) && 'its .git is a link, which an agent could turn elsewhere')
    if (why) throw new CmuxError('UNSAFE_CHECKOUT', `no agent may work in ${folder}: ${why}`, { hint: HINT })
  }
}

const isBelow = (path: string, folder: string) => path.startsWith(folder === '/' ? '/' : `${folder}/`)

const realOf = (path: string) => realpath(path).catch(() => path)

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    return false // not there
  }
}
