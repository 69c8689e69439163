// Compares the requirements with the tests: each id is shown by a test or stands in not-built.json, never both.
import type { Shown } from './list-shown.ts'
import { listIds, MISSING_PATH, type Requirements } from './requirements.ts'

export function findGaps(requirements: Requirements, shown: readonly Shown[]): string[] {
  const known = listIds(requirements)
  const tested = new Set(shown.map(({ id }) => id))
  const { notShown, partlyShown } = requirements.missing
  return [
    ...known
      .filter((id, index) => known.indexOf(id) !== index)
      .map((id) => `${id} stands twice in the requirements`),
    ...[...tested]
      .filter((id) => !known.includes(id))
      .map((id) => `${id} is quoted by a test and is no requirement`),
    ...known
      .filter((id) => !tested.has(id) && !(id in notShown))
      .map((id) => `${id} has no test and does not stand in ${MISSING_PATH}`),
    ...Object.keys(notShown)
      .filter((id) => tested.has(id))
      .map((id) => `${id} has a test: take it out of notShown in ${MISSING_PATH}`),
    ...Object.keys(partlyShown)
      .filter((id) => !tested.has(id))
      .map((id) => `${id} has no test, so no part of it is shown as ${MISSING_PATH} says`),
    ...Object.keys({ ...notShown, ...partlyShown })
      .filter((id) => !known.includes(id))
      .map((id) => `${id} stands in ${MISSING_PATH} and is no requirement`),
  ]
}
