// Puts faults into a copy of the repository.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAnchor, prepareSource } from './find-anchor.ts'
import type { PlantedFault } from './planted-fault.ts'
import { readSources } from './read-sources.ts'

/** Takes the faults out again when it is disposed of. */
export interface Planting extends Disposable {
  /** Rows that did not find their place: another one of these has it. */
  readonly left: readonly PlantedFault[]
}

export function plantFaults(root: string, rows: readonly PlantedFault[]): Planting {
  const sources = new Map(readSources(root).map((source) => [source.path, source]))
  const sound = new Map<string, string>()
  const left: PlantedFault[] = []
  for (const row of rows) {
    const [place, ...more] = findAnchor([...sources.values()], row.find)
    const source = place && sources.get(place.path)
    if (!source || more.length > 0) left.push(row)
    else {
      const { path, text } = source
      if (!sound.has(path)) sound.set(path, text)
      sources.set(
        path,
        prepareSource({ path, text: text.slice(0, place.start) + row.replace + text.slice(place.end) }),
      )
    }
  }
  for (const path of sound.keys()) writeFileSync(join(root, path), sources.get(path)?.text ?? '')
  return {
    left,
    [Symbol.dispose]() {
      for (const [path, text] of sound) writeFileSync(join(root, path), text)
    },
  }
}
