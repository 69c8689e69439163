// The command line of the sandbox that git runs in. It begins with nothing: the programs of the system, and the folders that the
// call is about, can be read; what the call fills can be written. No network, no other process, no secret. Pure.

export type SandboxPlace =
  | { readonly path: string; readonly access: 'read' }
  | { readonly path: string; readonly access: 'write' }
  /** What is written beside these is forgotten: git locks its HEAD there, and looks at it alone. */
  | {
      readonly path: string
      readonly access: 'scratch'
      readonly shown: readonly string[]
      readonly links: readonly (readonly [name: string, target: string])[]
    }

export interface GitSandbox {
  /** Bubblewrap, and how git is found inside. */
  readonly bubblewrap: string
  readonly system: readonly SystemPlace[]
  readonly places: readonly SandboxPlace[]
  readonly folder: string
  /** Root that works on the files of another user keeps its right to do so, and no other. */
  readonly isForOther: boolean
  /** Not where refs are written: one that is killed there leaves a lock behind. */
  readonly diesWithParent: boolean
  readonly command: readonly string[]
}

/** A folder of the system, or a link that leads to one. */
export interface SystemPlace {
  readonly path: string
  readonly link?: string
}

/** The whole of what git needs of a system, links included. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc/ld.so.cache']
/** A store of packages: programs lie there in folders of their own and need each other. */
const STORES = ['/nix', '/gnu']

/** `git`: where it really is. `describe`: what is at a path; undefined for nothing. */
export function listSystemOf(
  git: string,
  describe: (path: string) => Pick<SystemPlace, 'link'> | undefined,
): SystemPlace[] {
  const prefix = git.replace(/\/[^/]*\/[^/]*$/, '')
  const own = STORES.find((folder) => git.startsWith(`${folder}/`)) ?? prefix
  const isElsewhere = git.startsWith('/') && !git.startsWith('/usr/') && own !== ''
  return [...SYSTEM, ...(isElsewhere ? [own] : [])].flatMap((path) => {
    const found = describe(path)
    return found ? [{ path, ...found }] : []
  })
}

const APART =
  '--unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try --new-session --cap-drop ALL'.split(
    ' ',
  )
const ALONE = ['--unshare-user', '--disable-userns']
const FOR_OTHER = ['CAP_DAC_OVERRIDE', 'CAP_FOWNER'].flatMap((name) => ['--cap-add', name])
const DEVICES = ['/dev/null', '/dev/urandom'].flatMap((path) => ['--dev-bind-try', path, path])

export function composeGitSandbox(sandbox: GitSandbox): [string, ...string[]] {
  const { bubblewrap, system, places, folder, isForOther, diesWithParent, command } = sandbox
  return [
    bubblewrap,
    ...APART,
    ...(isForOther ? FOR_OTHER : ALONE),
    ...(diesWithParent ? ['--die-with-parent'] : []),
    ...system.flatMap(({ path, link }) =>
      link === undefined ? ['--ro-bind-try', path, path] : ['--symlink', link, path],
    ),
    ...DEVICES,
    ...outerFirst(places).flatMap(composePlace),
    '--chdir',
    folder,
    '--',
    ...command,
  ]
}

function composePlace(place: SandboxPlace): string[] {
  const { path } = place
  if (place.access === 'write') return ['--bind', path, path]
  if (place.access === 'read') return ['--ro-bind-try', path, path]
  return [
    '--tmpfs',
    path,
    ...place.shown.flatMap((name) => ['--ro-bind', `${path}/${name}`, `${path}/${name}`]),
    ...place.links.flatMap(([name, target]) => ['--symlink', target, `${path}/${name}`]),
  ]
}

/** Of a path that is named twice, the last one holds. A folder sorts before what is in it. */
function outerFirst(places: readonly SandboxPlace[]): SandboxPlace[] {
  const byPath = new Map(places.map((place) => [place.path, place]))
  return [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
