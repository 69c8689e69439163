// The command line of bubblewrap: who builds the walls, and in which order. Pure.
import type { Mount } from '../../core/confinement/wall.ts'

/** No way to another user or another process, and nothing outlives the terminal. */
const APART =
  '--unshare-user --cap-drop ALL --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --die-with-parent'.split(
    ' ',
  )
/**
 * Parts of `/proc` once more, because root could write there: of some the kernel asks who owns the file and for no right. Bubblewrap
 * itself covers `bus`, `irq` and `sysrq-trigger`.
 */
const MACHINE = 'acpi asound driver fs mtrr scsi'
  .split(' ')
  .flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`])
const DEVICES = ['--dev', '/dev', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', ...MACHINE]
/** The folders around what is mounted: they are of memory, and nothing is to be kept there. */
const SEAL = ['--remount-ro', '/']

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
  /** Who it is inside, where whoever builds the sandbox is somebody else. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  /** How much can be written into each empty place: it is memory. */
  readonly emptyBytes?: number
  /** Where the filter of system calls is open, for bubblewrap to read. */
  readonly seccompFd?: number
  readonly command: readonly string[]
}

export function composeBubblewrap(box: Box): [string, ...string[]] {
  const { program, mounts, folder, network, nesting, user, emptyBytes, seccompFd, command } = box
  return [
    program,
    ...APART,
    ...NESTING[nesting],
    ...(user ? ['--uid', String(user.uid), '--gid', String(user.gid)] : []),
    ...(network === 'none' ? ['--unshare-net'] : []),
    // A person may have opened the root itself.
    ...mounts.filter(({ path }) => path === '/').flatMap((mount) => composeMount(mount)),
    ...DEVICES,
    ...composeEmpty('/dev/shm', emptyBytes),
    '--remount-ro',
    '/dev',
    ...mounts.filter(({ path }) => path !== '/').flatMap((mount) => composeMount(mount, emptyBytes)),
    ...SEAL,
    ...(seccompFd === undefined ? [] : ['--seccomp', String(seccompFd)]),
    '--chdir',
    folder,
    '--',
    ...command,
  ]
}

function composeMount({ path, kind, source, isFolder }: Mount, emptyBytes?: number): string[] {
  if (kind === 'hidden') return isFolder ? composeEmpty(path, emptyBytes) : ['--ro-bind', '/dev/null', path]
  if (kind === 'link') return ['--symlink', source, path]
  return [kind === 'readable' ? '--ro-bind' : '--bind', source, path]
}

const composeEmpty = (path: string, bytes?: number): string[] => [
  ...(bytes === undefined ? [] : ['--size', String(bytes)]),
  '--tmpfs',
  path,
]
