// The command line of bubblewrap: who builds the walls, and in which order. Pure.
import type { Mount } from '../../core/confinement/wall.ts'

/**
 * No way to another user or another process, and nothing outlives the terminal. `/proc/sys` again, because for root it could be
 * written.
 */
const APART = [
  '--unshare-user --cap-drop ALL --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --die-with-parent',
  '--ro-bind / / --dev /dev --proc /proc --ro-bind /proc/sys /proc/sys',
].flatMap((row) => row.split(' '))

/** A namespace of one's own is where most holes of the kernel were: only for who builds walls there. */
const NESTING = {
  never: ['--disable-userns'],
  'as itself': [],
  // Bubblewrap inside takes root for somebody who can do more than this one can.
  'as nobody special': ['--uid', '1000', '--gid', '1000'],
} as const

export interface Box {
  readonly program: string
  readonly mounts: readonly Mount[]
  readonly folder: string
  readonly network: 'open' | 'none'
  /** Whether it builds walls inside, and as whom. */
  readonly nesting: 'never' | 'as itself' | 'as nobody special'
  readonly command: readonly string[]
}

export function composeBubblewrap(box: Box): [string, ...string[]] {
  const { program, mounts, folder, network, nesting, command } = box
  return [
    program,
    ...APART,
    ...NESTING[nesting],
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
  if (kind === 'link') return ['--symlink', source, path]
  return [kind === 'readable' ? '--ro-bind' : '--bind', source, path]
}
