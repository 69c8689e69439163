// What of the system can be seen in the sandbox. Its root is empty: a folder that no row names is not there. Pure.
import type { Wall } from './wall.ts'

const words = (...rows: string[]) => rows.flatMap((row) => row.split(' '))

/** Programs and libraries. Where `/bin` and the like are links, they are links in the sandbox, too. */
const PROGRAMS = words('/usr /bin /sbin /lib /lib32 /lib64 /libx32')

/** Systems that keep their packages elsewhere. Not all of `/nix` and `/var/guix`: the sockets of their services are there. */
const STORES = words(
  '/nix/store /nix/var/nix/profiles /run/current-system /run/wrappers /run/opengl-driver',
  '/gnu/store /var/guix/profiles /snap',
)

/**
 * Of `/etc`, the files that ordinary programs read. The rest says how services of this machine are set up, and whoever is root could
 * read it in the sandbox.
 */
const ETC_FILES = words(
  // how names, users and hosts are found
  'resolv.conf hosts host.conf hostname nsswitch.conf gai.conf networks protocols services rpc netconfig passwd group',
  // libraries, certificates, time and language
  'ld.so.cache ld.so.conf ld-musl-x86_64.path ld-musl-aarch64.path ca-certificates.conf localtime timezone locale.conf locale.alias',
  // shells, editors, terminals
  'profile bash.bashrc bashrc environment shells inputrc DIR_COLORS zshenv zprofile zshrc vimrc nanorc tmux.conf screenrc',
  // which system it is
  'os-release lsb-release debian_version redhat-release fedora-release alpine-release arch-release',
  // settings of tools and package managers
  'gitconfig gitattributes npmrc pip.conf wgetrc mime.types magic magic.mime papersize man_db.conf manpath.config',
)
/** And the folders: certificates, which of several programs is meant, shells, settings of interpreters and of what draws text. */
const ETC_FOLDERS = words(
  'ssl pki crypto-policies gnutls alternatives static profile.d zsh fish vim terminfo',
  'perl php ruby dotnet maven postgresql-common fonts xdg xml texmf',
)
/** Versions are part of these names. */
const ETC_FAMILIES = words('java- python3 ImageMagick-')

/** Which packages the system has; certificates of openSUSE; formats of TeX; how many processors there are. */
const MORE = words(
  '/var/lib/dpkg /var/lib/rpm /var/lib/pacman /var/lib/alternatives /var/lib/ca-certificates /var/lib/texmf',
  '/sys/devices/system/cpu',
)

/** Empty, and can be written: what is put there ends with the sandbox. */
const EMPTY = ['/tmp', '/var/tmp', '/run']

/** Hidden also where a person opens a folder around them. */
const SECRETS = [
  '/home',
  '/root',
  '/var/spool/cron',
  ...words('ssh shadow shadow- gshadow gshadow- sudoers sudoers.d ssl/private pki/tls/private').map(
    (name) => `/etc/${name}`,
  ),
]

const readable = (path: string): Wall => ({ kind: 'readable', path })

/** What any program needs to start. */
export const BARE_SYSTEM: readonly Wall[] = [
  ...[...PROGRAMS, ...STORES].map(readable),
  ...EMPTY.map((path): Wall => ({ kind: 'hidden', path, pinned: true })),
]

/** `cmuxHome`: copies of files of `/etc` are kept there, since a mount for each would make every start slow. */
export function planSystem(cmuxHome: string): Wall[] {
  return [
    ...BARE_SYSTEM,
    { kind: 'gathered', path: '/etc', from: `${cmuxHome}/sandbox/etc`, names: ETC_FILES },
    ...[...ETC_FOLDERS.map((name) => `/etc/${name}`), ...MORE].map(readable),
    ...ETC_FAMILIES.map((name): Wall => ({ kind: 'family', path: `/etc/${name}` })),
    ...SECRETS.map((path): Wall => ({ kind: 'hidden', path })),
  ]
}
