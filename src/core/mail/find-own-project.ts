// The project that is cmux itself, if its checkout is one: matters of cmux itself are told to that project's supervisor.
import type { ProjectName } from '../../protocol/ids.ts'
import type { StoreReader } from '../store.ts'

export interface OwnCheckout {
  /** Where this home's releases come from, with links resolved. */
  readonly ownCheckout: () => string | undefined
}

export async function findOwnProject(
  { ownCheckout }: OwnCheckout,
  { projects }: Pick<StoreReader, 'projects'>,
): Promise<ProjectName | null> {
  const path = ownCheckout()
  const project = path === undefined ? undefined : await projects.byPath(path)
  return project?.name ?? null
}
