// What the care for backups needs: the settings in its units, and which schemas the releases in use know.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDeps } from '../../core/backups/keep-backups.ts'
import type { Context } from '../context.ts'
import { releasesInUse } from '../observe/releases-in-use.ts'

export function makeBackupDeps(
  context: Pick<Context, 'home' | 'config' | 'store' | 'shelf' | 'clock' | 'release' | 'machine'>,
): BackupDeps {
  const { home, config, store, shelf, clock, release, machine } = context
  const { maxMb, ...policy } = config.backups
  return {
    shelf,
    store,
    clock,
    policy: { ...policy, maxBytes: maxMb * 1024 ** 2 },
    alert: machine.alert,
    async schemasInUse() {
      const names = [...(await releasesInUse(home, store, release.id))]
      const known = await Promise.all(names.map((name) => readNewestSchema(join(home, 'releases', name))))
      return known.filter((schema) => schema !== undefined)
    },
  }
}

/** Undefined when the release is not there, or says nothing of it. */
async function readNewestSchema(release: string): Promise<number | undefined> {
  try {
    const text = await readFile(join(release, 'manifest.json'), 'utf8')
    const { schema } = JSON.parse(text) as { schema?: { reads?: readonly unknown[] } }
    const newest = schema?.reads?.[1]
    return typeof newest === 'number' ? newest : undefined
  } catch {
    return undefined // such a release can't be gone back to
  }
}
