// As `runProgram`, behind walls: for what an agent wrote and we have to run. It sees the machine without secrets, and no network.
import { layerWalls } from '../../core/confinement/layer-walls.ts'
import { BARE_SYSTEM } from '../../core/confinement/plan-system.ts'
import type { Wall } from '../../core/confinement/wall.ts'
import { findProgram } from '../process/find-program.ts'
import { runProgram, type RunOptions, type RunResult } from '../process/run-program.ts'
import { composeBubblewrap } from './compose-bubblewrap.ts'
import { openDescriptors } from './open-descriptors.ts'
import { filterDescriptor } from './seccomp/filter-descriptor.ts'
import { settleWalls } from './settle-walls.ts'

export interface ConfinedOptions extends RunOptions {
  readonly cwd: string
  /** All of it: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly walls?: readonly Wall[]
  readonly network?: 'open' | 'none'
  /** The file with the filter of system calls. */
  readonly filter?: string | undefined
}

export async function runConfined(
  program: string,
  args: readonly string[],
  limitMs: number,
  options: ConfinedOptions,
): Promise<RunResult> {
  const { walls = [], network = 'none', filter, ...rest } = options
  const mounts = layerWalls(await settleWalls([...BARE_SYSTEM, ...walls]))
  const { files, option } = filterDescriptor(filter)
  const bubblewrap = composeBubblewrap({
    program: findBubblewrap(options.env),
    mounts,
    folder: rest.cwd,
    network,
    nesting: 'never',
    ...option,
    command: [program, ...args],
  })
  const [first, ...words] = openDescriptors(files, bubblewrap)
  return runProgram(first, words, limitMs, { ...rest, cwd: '/' })
}

function findBubblewrap({ PATH = '/usr/local/bin:/usr/bin:/bin' }: Readonly<Record<string, string>>): string {
  return findProgram('bwrap', PATH) ?? 'bwrap'
}
