// The command line of bubblewrap: who builds the walls, and in which order. Pure.
import type { Mount } from '../../core/confinement/wall.ts'

/**
 * No way to another user, another process, another namespace; and nothing outlives the terminal. `--disable-userns` since a
 * namespace of one's own is where most holes of the kernel were. `/proc/sys` again, because for root it could be written.
 */
const APART = [
  '--unshare-user --disable-userns --cap-drop ALL --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try',
  '--die-with-parent --ro-bind / / --dev /dev --proc /proc --ro-bind /proc/sys /proc/sys',
].flatMap((row) => row.split(' '))

export interface Box {
  readonly program: string
  readonly mounts: readonly Mount[]
  readonly folder: string
  readonly network: 'open' | 'none'
  readonly command: readonly string[]
}

export function composeBubblewrap({ program, mounts, folder, network, command }: Box): [string, ...string[]] {
  return [
    program,
    ...APART,
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...mounts.flatMap(composeMount),
    '--chdir',
    folder,
    '--',
    ...command,
  ]
}

function composeMount({ path, kind, source, isFolder }: Mount): string[] {
  if (kind === 'hidden') return isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
  return [kind === 'readable' ? '--ro-bind' : '--bind', source, path]
}
