// A lockfile whose every package is named with the sum of its archive. Without one npm takes whatever it is given.
import { CmuxError } from '../../protocol/cmux-error.ts'

interface LockedPackage {
  readonly integrity?: unknown
  readonly inBundle?: unknown
}

/** A package in the archive of another one has that one's sum. */
export function requireSums(lockfile: string): void {
  const { packages = {} } = JSON.parse(lockfile) as { packages?: Readonly<Record<string, LockedPackage>> }
  const bad = Object.entries(packages).find(
    ([name, { integrity, inBundle }]) =>
      name !== '' && inBundle !== true && !/^sha(?:256|384|512)-/.test(String(integrity)),
  )
  if (bad === undefined) return
  throw new CmuxError('BUILD_FAILED', `package-lock.json has no sum for ${bad[0]}`, {
    hint: 'take packages from a registry, so that npm can check what it fetches',
  })
}
