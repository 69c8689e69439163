import { expect, test } from 'vitest'
import { decideSandbox } from './decide-sandbox.ts'
import { diagnoseSandbox, type PackageManager, type SandboxFacts } from './diagnose-sandbox.ts'

const FINE: SandboxFacts = {
  platform: 'linux',
  isRoot: false,
  hasBubblewrap: true,
  hasBash: true,
  packageManager: 'apt-get',
  container: null,
  sysctls: {},
  complaint: null,
}
const NO_MAP = 'bwrap: setting up uid map: Permission denied'
const NO_NAMESPACE = 'bwrap: No permissions to create a new namespace'
const NO_PROC = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted"
const CONF = '/etc/sysctl.d/60-cmux.conf'

const INSTALLS: readonly [PackageManager | null, isRoot: boolean, hint: string][] = [
  ['apt-get', false, 'sudo apt-get install -y bubblewrap'],
  ['apt-get', true, 'apt-get install -y bubblewrap'],
  ['dnf', false, 'sudo dnf install -y bubblewrap'],
  ['pacman', false, 'sudo pacman -S --noconfirm bubblewrap'],
  ['apk', true, 'apk add bubblewrap'],
  ['zypper', false, 'sudo zypper install -y bubblewrap'],
  [null, false, 'install bubblewrap with the package manager of this machine'],
]

test.each(INSTALLS)(
  '[S7] without bubblewrap the command that installs it is named: %s, root %s',
  (packageManager, isRoot, hint) => {
    const facts = { ...FINE, hasBubblewrap: false, packageManager, isRoot }
    expect(diagnoseSandbox(facts)).toEqual({ kind: 'missing', detail: 'bubblewrap is missing', hint })
  },
)

const CASES: readonly [what: string, facts: Partial<SandboxFacts>, detail: string, hint: string][] = [
  ['bash', { hasBash: false }, 'bash is missing', 'sudo apt-get install -y bash'],
  [
    'namespaces for anybody',
    { isRoot: true, complaint: NO_NAMESPACE, sysctls: { 'user.max_user_namespaces': '0' } },
    'the kernel does not let bubblewrap make namespaces (user.max_user_namespaces is 0)',
    `echo user.max_user_namespaces=15000 | tee -a ${CONF} && sysctl -p ${CONF}`,
  ],
  [
    'namespaces for users, as Debian once had it',
    { complaint: NO_NAMESPACE, sysctls: { 'kernel.unprivileged_userns_clone': '0' } },
    'the kernel does not let bubblewrap make namespaces (kernel.unprivileged_userns_clone is 0)',
    `echo kernel.unprivileged_userns_clone=1 | sudo tee -a ${CONF} && sudo sysctl -p ${CONF}`,
  ],
  [
    "Ubuntu's leave for namespaces",
    {
      complaint: NO_MAP,
      sysctls: {
        'kernel.unprivileged_userns_clone': '1',
        'kernel.apparmor_restrict_unprivileged_userns': '1',
      },
    },
    'the kernel does not let bubblewrap make namespaces (kernel.apparmor_restrict_unprivileged_userns is 1)',
    `echo kernel.apparmor_restrict_unprivileged_userns=0 | sudo tee -a ${CONF} && sudo sysctl -p ${CONF}`,
  ],
  [
    'a setting of the host of a container',
    {
      isRoot: true,
      complaint: NO_NAMESPACE,
      container: 'docker',
      sysctls: { 'user.max_user_namespaces': '0' },
    },
    'the kernel does not let bubblewrap make namespaces (user.max_user_namespaces is 0)',
    `on the host of this container: echo user.max_user_namespaces=15000 | sudo tee -a ${CONF} && sudo sysctl -p ${CONF}`,
  ],
  [
    'what only users lack, for root in a container: then it is the container',
    {
      isRoot: true,
      complaint: NO_NAMESPACE,
      container: 'podman',
      sysctls: { 'kernel.apparmor_restrict_unprivileged_userns': '1' },
    },
    `bubblewrap does not work here: ${NO_NAMESPACE} (this podman container may not make namespaces)`,
    'start the container with `--security-opt seccomp=unconfined --security-opt unmask=ALL`',
  ],
  [
    '/proc in a Docker container',
    { isRoot: true, complaint: NO_PROC, container: 'docker' },
    `bubblewrap does not work here: ${NO_PROC} (this docker container may not mount /proc)`,
    'start the container with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined`',
  ],
  [
    'rights of an LXC container',
    { complaint: NO_NAMESPACE, container: 'lxc' },
    `bubblewrap does not work here: ${NO_NAMESPACE} (this lxc container may not make namespaces)`,
    'on the host: `lxc config set CONTAINER security.nesting true`, and restart the container',
  ],
  [
    'rights of a pod',
    { complaint: NO_PROC, container: 'kubernetes' },
    `bubblewrap does not work here: ${NO_PROC} (this kubernetes container may not mount /proc)`,
    'give the pod `securityContext: { procMount: Unmasked, seccompProfile: { type: Unconfined } }` and `hostUsers: false`',
  ],
  [
    'rights of another container',
    { complaint: NO_NAMESPACE, container: 'systemd-nspawn' },
    `bubblewrap does not work here: ${NO_NAMESPACE} (this systemd-nspawn container may not make namespaces)`,
    'start the container with the right to make user namespaces and to mount /proc, or run cmux in a virtual machine',
  ],
  [
    'a newer version',
    { complaint: 'bwrap: Unknown option --disable-userns' },
    'bubblewrap is older than 0.8',
    'sudo apt-get install -y bubblewrap',
  ],
  [
    'nobody knows what',
    { complaint: 'bwrap: strange' },
    'bubblewrap does not work here: bwrap: strange',
    'see docs/operating.md, "Sandbox": the kernel has to let users make namespaces',
  ],
  [
    'a sandbox for macOS',
    { platform: 'darwin', hasBubblewrap: false },
    'there is no sandbox for macOS yet',
    'an agent starts here only by your own word, and is marked: `cmux agent spawn NAME --no-sandbox`',
  ],
  [
    'a sandbox for another system',
    { platform: 'freebsd' },
    'there is no sandbox for freebsd yet',
    'an agent starts here only by your own word, and is marked: `cmux agent spawn NAME --no-sandbox`',
  ],
]

test.each(CASES)('[S7] what is missing is %s: it is said, with what mends it', (_, facts, detail, hint) => {
  expect(diagnoseSandbox({ ...FINE, ...facts })).toEqual({ kind: 'missing', detail, hint })
})

test('[S7] where bubblewrap worked when it was tried, the sandbox works, whatever the settings say', () => {
  const sysctls = { 'kernel.apparmor_restrict_unprivileged_userns': '1' }
  expect(diagnoseSandbox({ ...FINE, sysctls })).toEqual({ kind: 'works' })
})

test("[S7] on macOS agents start only by the person's explicit word, and are marked", () => {
  const state = diagnoseSandbox({ ...FINE, platform: 'darwin' })
  const kindOf = (mode: 'required' | 'auto' | 'off', wanted: boolean) =>
    decideSandbox({ mode, what: 'agents', wanted, state }).kind
  expect([kindOf('required', true), kindOf('required', false)]).toEqual(['refused', 'bare'])
  expect([kindOf('auto', true), kindOf('off', true)]).toEqual(['bare', 'bare'])
})
