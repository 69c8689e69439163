// Whether a change of cmux asks for packages that are not here. None are fetched for it: what is in them stands in no difference that
// anybody looks at, and would be part of the server. A person brings them.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeGround } from '../../core/improve/change-ground.ts'
import type { LiveOrder } from '../../core/improve/live-system.ts'

const LOCKFILE = 'package-lock.json'

export interface PackageDeps {
  readonly home: string
  readonly ground: Pick<ChangeGround, 'sumOf'>
}

/** Says what is to be done; undefined when nothing is missing. */
export async function findMissingPackages(
  { home, ground }: PackageDeps,
  { project, change }: LiveOrder,
): Promise<string | undefined> {
  if (change.files.every(({ path }) => path !== LOCKFILE)) return undefined
  const sum = await ground.sumOf(project, change.head, LOCKFILE)
  if (sum === undefined) return `a release can't be built without ${LOCKFILE}`
  if (await isOnShelf(home, sum)) return undefined
  return `its ${LOCKFILE} asks for packages that are not here, and none are fetched for a change: a person looks at them, brings them with \`cmux release build ${change.branch}\` in ${project.path}, and plans it again`
}

/** Where builds keep what they have installed, by lockfile. What is installed in the checkout counts for nothing: agents may have written it. */
function isOnShelf(home: string, sum: string): Promise<boolean> {
  return access(join(home, 'cache', 'dependencies', sum)).then(
    () => true,
    () => false,
  )
}
