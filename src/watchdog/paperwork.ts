// What the watchdog writes down: the ledger, the link to the release, the records. A full or failing disk must not take the guard
// down with it, so what can't be written is kept, said to whoever asks, and written as soon as it can be.
import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeBallast } from './machine/ballast.ts'
import type { Recorded } from './mind/effect.ts'
import { syncDirectory, writeBoth } from './ledger.ts'
import { makeRecorder } from './recorder.ts'
import type { Ledger } from './mind/state.ts'

export interface Paperwork {
  save(ledger: Ledger): void
  /** Points `current` at a release. */
  flip(release: string): void
  record(what: Recorded): void
  /** Once in a while: tries again what failed, and keeps room in reserve. */
  tend(): void
  /** What can't be written at the moment, in plain words. */
  trouble(): string | undefined
}

type Task = 'its ledger' | 'the link to the release' | 'what it did' | 'its reserve of room'

export function makePaperwork(home: string): Paperwork {
  const folder = join(home, 'watchdog')
  const undone = new Map<Task, { readonly act: () => void; readonly why: string }>()

  const attempt = (task: Task, act: () => void) => {
    try {
      act()
      undone.delete(task)
    } catch (error) {
      if (!undone.has(task)) process.stderr.write(`${new Date().toISOString()} ${task}: ${String(error)}\n`)
      undone.set(task, { act, why: error instanceof Error ? error.message : String(error) })
    }
  }
  const record = (what: Recorded) => {
    recorder.add(what)
    attempt('what it did', recorder.write)
  }
  const ballast = makeBallast(join(folder, 'ballast'), () => record({ kind: 'disk full' }))
  const recorder = makeRecorder(home, ballast.withRoom)

  return {
    save: (ledger) => attempt('its ledger', () => ballast.withRoom(() => writeBoth(folder, ledger))),
    flip: (release) =>
      attempt('the link to the release', () => ballast.withRoom(() => pointCurrentAt(home, release))),
    record,
    tend() {
      for (const [task, { act }] of undone) attempt(task, act)
      attempt('its reserve of room', () => {
        if (ballast.keep()) record({ kind: 'disk well' })
      })
    },
    trouble() {
      const [first] = undone
      return first && `The watchdog can't write ${first[0]}: ${first[1].why}. It tries again each second.`
    },
  }
}

function pointCurrentAt(home: string, release: string): void {
  const building = join(home, 'watchdog', `current.${process.pid}`)
  symlinkSync(join('releases', release), building)
  renameSync(building, join(home, 'current'))
  syncDirectory(home)
}
