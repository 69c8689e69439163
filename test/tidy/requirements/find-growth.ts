// not-built.json may only shrink: an id that an earlier version did not list can't come in again, unless the id itself is new.
import { listIds, MISSING_PATH, type Requirements } from './requirements.ts'

export interface EarlierVersion {
  readonly commit: string
  readonly requirements: Requirements
}

export function findGrowth({ missing }: Requirements, earlier: readonly EarlierVersion[]): string[] {
  return earlier.flatMap(({ commit, requirements }) => {
    const known = new Set(listIds(requirements))
    const before = requirements.missing
    const isNewIn = (lists: object) => (id: string) => known.has(id) && !(id in lists)
    const all = { ...before.notShown, ...before.partlyShown }
    return [
      ...Object.keys(missing.notShown).filter(isNewIn(before.notShown)),
      ...Object.keys(missing.partlyShown).filter(isNewIn(all)),
    ].map((id) => `${id} was shown at ${commit}, and is back in ${MISSING_PATH}, which may only shrink`)
  })
}
