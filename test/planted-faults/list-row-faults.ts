// What is wrong with the rows themselves: a row that no longer finds its place, or names a test file that is gone, proves nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAnchor, type SearchedSource } from './find-anchor.ts'
import { kindOfTest } from './kind-of-test.ts'
import type { PlantedFault } from './planted-fault.ts'

const ROWS_MIN = 40
const PROMISES = Array.from({ length: 10 }, (_, index) => `P${index + 1}`)

export interface RowGround {
  readonly root: string
  readonly sources: readonly SearchedSource[]
}

export function listRowFaults(rows: readonly PlantedFault[], ground: RowGround): string[] {
  const broken = new Set(rows.map(({ breaks }) => breaks))
  return [
    ...(rows.length < ROWS_MIN
      ? [`there are ${rows.length} planted faults, and ${ROWS_MIN} are needed`]
      : []),
    ...PROMISES.filter((id) => !broken.has(id)).map((id) => `no planted fault breaks ${id}`),
    ...rows.flatMap((row, index) => {
      const isTwin = rows.findIndex(({ id }) => id === row.id) !== index
      return [...(isTwin ? ['its id is used twice'] : []), ...judgeRow(row, ground)].map(
        (fault) => `${row.id}: ${fault}`,
      )
    }),
  ]
}

function judgeRow({ find, replace, breaks, foundBy }: PlantedFault, { root, sources }: RowGround): string[] {
  const places = findAnchor(sources, find)
  const faults: string[] = []
  if (places.length !== 1)
    faults.push(
      `its text stands ${places.length} times in src, not once: ${places.map(({ path }) => path).join(', ')}`,
    )
  if (find.trim() === replace.trim()) faults.push('it changes nothing')
  if (!/^[A-Z]\d+$/.test(breaks)) faults.push(`${breaks} is no promise and no requirement`)
  if (kindOfTest(foundBy) === undefined) faults.push(`${foundBy} is in no default kind of test`)
  if (!existsSync(join(root, foundBy))) faults.push(`${foundBy} does not exist`)
  return faults
}
