// A copy of the checkout that faults can be planted in, with the dependencies of the real one. Its tests have their temporary
// files inside of it, so that everything they leave behind can be found and ended.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCheckout } from '../fixtures/copy-checkout.ts'
import { REPOSITORY_ROOT } from '../tidy/repository-root.ts'
import { endProcessesOf } from './end-processes-of.ts'

export interface Copy extends Disposable {
  readonly root: string
  /** Short, since sockets are made in there and their paths have a limit. */
  readonly temp: string
}

export function makeCopy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-fault-'))
  const root = join(folder, 'cmux')
  const temp = join(folder, 't')
  mkdirSync(temp)
  copyCheckout(root)
  symlinkSync(join(REPOSITORY_ROOT, 'node_modules'), join(root, 'node_modules'))
  return {
    root,
    temp,
    [Symbol.dispose]() {
      endProcessesOf(folder)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
