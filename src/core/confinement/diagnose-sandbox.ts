// Whether the sandbox works on this machine, and if not, the exact command that mends it. Pure: rows, the first that fits holds.
import type { ConfinementState } from './confinement.ts'

export interface SandboxFacts {
  readonly platform: string
  readonly isRoot: boolean
  /** Whether these programs are on the PATH. */
  readonly hasBubblewrap: boolean
  readonly hasBash: boolean
  /** The first of the known ones that is on the PATH. */
  readonly packageManager: PackageManager | null
  /** What this machine is a container of: `docker`, `podman`, `lxc`, `kubernetes`, or another name. */
  readonly container: string | null
  /** Settings of the kernel by name; a setting that the kernel does not know is not there. */
  readonly sysctls: Readonly<Record<string, string>>
  /** What bubblewrap said when it was tried; null when it worked. */
  readonly complaint: string | null
}

export const INSTALL_COMMANDS = {
  'apt-get': 'apt-get install -y',
  dnf: 'dnf install -y',
  pacman: 'pacman -S --noconfirm',
  apk: 'apk add',
  zypper: 'zypper install -y',
} as const
export type PackageManager = keyof typeof INSTALL_COMMANDS

/** Settings of the kernel that keep users from making namespaces, with the values that do and the one that does not. */
export const NAMESPACE_SYSCTLS = [
  { name: 'user.max_user_namespaces', blocks: '0', frees: '15000', alsoRoot: true },
  { name: 'kernel.unprivileged_userns_clone', blocks: '0', frees: '1', alsoRoot: false },
  { name: 'kernel.apparmor_restrict_unprivileged_userns', blocks: '1', frees: '0', alsoRoot: false },
] as const

/** What a container has to be started with. Docker and Podman hide parts of /proc, and then no other /proc can be mounted. */
const CONTAINER_RIGHTS: Readonly<Record<string, string>> = {
  docker:
    'start the container with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined`',
  podman: 'start the container with `--security-opt seccomp=unconfined --security-opt unmask=ALL`',
  lxc: 'on the host: `lxc config set CONTAINER security.nesting true`, and restart the container',
  kubernetes:
    'give the pod `securityContext: { procMount: Unmasked, seccompProfile: { type: Unconfined } }` and `hostUsers: false`',
}
const OTHER_CONTAINER =
  'start the container with the right to make user namespaces and to mount /proc, or run cmux in a virtual machine'

type Missing = Extract<ConfinementState, { kind: 'missing' }>

export function diagnoseSandbox(facts: SandboxFacts): ConfinementState {
  const { platform, hasBubblewrap, hasBash, complaint } = facts
  if (platform !== 'linux') return noSandboxFor(platform)
  if (!hasBubblewrap) return missing('bubblewrap is missing', installing('bubblewrap', facts))
  if (!hasBash) return missing('bash is missing', installing('bash', facts))
  if (complaint === null) return { kind: 'works' }
  return findSetting(facts) ?? findOldVersion(facts, complaint) ?? explain(facts, complaint)
}

const missing = (detail: string, hint: string): Missing => ({ kind: 'missing', detail, hint })

function noSandboxFor(platform: string): Missing {
  const name = platform === 'darwin' ? 'macOS' : platform
  return missing(
    `there is no sandbox for ${name} yet`,
    'an agent starts here only by your own word, and is marked: `cmux agent spawn NAME --no-sandbox`',
  )
}

function installing(name: string, { packageManager, isRoot }: SandboxFacts): string {
  if (packageManager === null) return `install ${name} with the package manager of this machine`
  return `${isRoot ? '' : 'sudo '}${INSTALL_COMMANDS[packageManager]} ${name}`
}

function findSetting({ sysctls, isRoot, container }: SandboxFacts): Missing | undefined {
  const found = NAMESPACE_SYSCTLS.find(
    ({ name, blocks, alsoRoot }) => sysctls[name] === blocks && (alsoRoot || !isRoot),
  )
  if (found === undefined) return undefined
  const { name, blocks, frees } = found
  const sudo = isRoot && container === null ? '' : 'sudo '
  const file = '/etc/sysctl.d/60-cmux.conf'
  const command = `echo ${name}=${frees} | ${sudo}tee -a ${file} && ${sudo}sysctl -p ${file}`
  return missing(
    `the kernel does not let bubblewrap make namespaces (${name} is ${blocks})`,
    container === null ? command : `on the host of this container: ${command}`,
  )
}

function findOldVersion(facts: SandboxFacts, complaint: string): Missing | undefined {
  if (!/unknown option/i.test(complaint)) return undefined
  return missing('bubblewrap is older than 0.8', installing('bubblewrap', facts))
}

function explain({ container }: SandboxFacts, complaint: string): Missing {
  const detail = `bubblewrap does not work here: ${complaint}`
  if (container === null)
    return missing(detail, 'see docs/operating.md, "Sandbox": the kernel has to let users make namespaces')
  const lacks = /\bproc\b/.test(complaint) ? 'may not mount /proc' : 'may not make namespaces'
  return missing(
    `${detail} (this ${container} container ${lacks})`,
    CONTAINER_RIGHTS[container] ?? OTHER_CONTAINER,
  )
}
