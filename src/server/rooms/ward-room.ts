// The services of projects that the server holds: the keeper while we lead, what people ask of them, and how changes reach them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readPorterState, writePorterFiles } from '../../adapters/files/porter-files.ts'
import { endMarked } from '../../adapters/process/end-marked.ts'
import { tryVersion } from '../../adapters/process/try-version.ts'
import { findLiveWard } from '../../core/wards/live-ward.ts'
import { keepWards, type WardKeeper } from '../../core/wards/keep-wards.ts'
import type { WardDeps } from '../../core/wards/ward-deps.ts'
import type { WardGround } from '../../core/wards/ward-ground.ts'
import type { FindLive } from '../../core/improve/live-system.ts'

export interface WardRoom extends Pick<WardKeeper, 'wake'> {
  readonly deps: WardDeps
  readonly findLive: FindLive
  start(): void
  stop(): Promise<void>
}

export interface WardRoomOptions extends Omit<WardDeps, 'wardGround'> {
  readonly home: string
  /** Where our other programs are. */
  readonly programs: string
  readonly wardTrees: Pick<WardGround, 'buildTree' | 'keepTrees' | 'clear'>
}

/** What carries these was started by a service, or by the trial of one. */
const MARK = 'CMUX_SERVICE'
const TRIAL_MARK = 'CMUX_CHECK'

export const wardFolder = (home: string, id: string) => join(home, 'services', id)

export function makeWardRoom(options: WardRoomOptions): WardRoom {
  const { home, programs, wardTrees } = options
  const porter = [process.execPath, join(programs, 'porter.mjs')] as const
  const folderOf = (id: string) => wardFolder(home, id)
  const trialOf = (id: string) => join(home, 'changes', id, 'trial')
  const wardGround: WardGround = {
    ...wardTrees,
    writeOrder: (id, order) => writePorterFiles(folderOf(id), order),
    readState: (id) => readPorterState(folderOf(id)),
    porter: (id) => ({ folder: folderOf(id), command: [...porter, folderOf(id)] }),
    sweep: (id) => endMarked(MARK, `${id};`),
    mark: (id) => ({ [MARK]: `${id};` }),
    async placeTrial(id) {
      const data = join(trialOf(id), 'data')
      await mkdir(data, { recursive: true, mode: 0o700 })
      return { data, mark: { [TRIAL_MARK]: `${id};` } }
    },
    tryVersion: (id, order, signal) =>
      tryVersion({ porter, folder: trialOf(id), order, mark: [TRIAL_MARK, `${id};`] }, signal),
  }
  const deps: WardDeps = { ...options, wardGround }
  let keeper: WardKeeper | undefined
  const wake = () => keeper?.wake()
  return {
    deps,
    wake,
    findLive: (project) => findLiveWard({ ...deps, wake }, project),
    start: () => void (keeper ??= keepWards(deps)),
    async stop() {
      await keeper?.stop()
      keeper = undefined
    },
  }
}
