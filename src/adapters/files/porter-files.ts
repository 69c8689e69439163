// The two files between us and a porter, in its folder.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PorterState, type PorterOrder } from '../../protocol/wards/porter.ts'
import { readIfThere } from './read-if-there.ts'
import { writeAtomically } from './write-atomically.ts'

export async function writePorterFiles(folder: string, order: PorterOrder): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeAtomically(join(folder, 'order.json'), `${JSON.stringify(order)}\n`)
}

/** Undefined when it has not said anything yet. */
export async function readPorterState(folder: string): Promise<PorterState | undefined> {
  const text = await readIfThere(join(folder, 'state.json'))
  return text === undefined ? undefined : PorterState.safeParse(JSON.parse(text)).data
}
