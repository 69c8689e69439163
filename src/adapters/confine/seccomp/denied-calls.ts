// System calls that nothing in the sandbox needs, and through which programs got at the kernel or at others. One row a group, with
// the answer that a program gets. Numbers are those of x86-64 and of arm64; a call that arm64 does not have is `undefined` there.

export type Machine = 'x64' | 'arm64'

/** EPERM for what is refused. ENOSYS where libraries then do without. EAFNOSUPPORT is what they expect of a kind of socket. */
export const ERRORS = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const

/** Of one argument, whose lower half counts: the kernel reads no more of these. */
export type Condition =
  | { readonly argument: number; readonly is: readonly number[] }
  | { readonly argument: number; readonly isNot: readonly number[] }
  | { readonly argument: number; readonly has: number }

export interface DeniedCall {
  readonly name: string
  readonly numbers: Readonly<Record<Machine, number | undefined>>
  readonly answer: keyof typeof ERRORS
  /** Denied only then. */
  readonly when?: Condition
  /** Not denied to a program that builds a sandbox of its own. */
  readonly builds?: true
}

type Numbers = readonly [name: string, x64: number, arm64?: number]

const deny = (
  calls: readonly Numbers[],
  rest: Pick<DeniedCall, 'answer' | 'when' | 'builds'> = { answer: 'EPERM' },
): DeniedCall[] => calls.map(([name, x64, arm64]) => ({ name, numbers: { x64, arm64 }, ...rest }))

/** The flags of clone and unshare that make namespaces. CLONE_NEWTIME is none of clone's: there the bit is part of a signal. */
const NAMESPACES = 0x7e02_0000
const TIME_NAMESPACE = 0x80

/** Keys of the kernel belong to the user, not to the sandbox: another program's passwords may be there. */
const KEYS = deny([
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
])

/** Large parts of the kernel in which holes are found again and again, and the kernel's own log. */
const KERNEL = deny([
  ['bpf', 321, 280],
  ['userfaultfd', 323, 282],
  ['perf_event_open', 298, 241],
  ['kcmp', 312, 272],
  ['syslog', 103, 116],
  ['vhangup', 153, 58],
  ['modify_ldt', 154],
  ['iopl', 172],
  ['ioperm', 173],
  ['lookup_dcookie', 212, 18],
  ['nfsservctl', 180, 42],
])

/** Their callers try another way when the kernel has none of it. */
const UNKNOWN = deny(
  [
    ['io_uring_setup', 425, 425],
    ['io_uring_enter', 426, 426],
    ['io_uring_register', 427, 427],
    ['uselib', 134],
    ['ustat', 136],
    ['sysfs', 139],
    ['_sysctl', 156],
    ['create_module', 174],
    ['get_kernel_syms', 177],
    ['query_module', 178],
  ],
  { answer: 'ENOSYS' },
)

/** These ask for rights that nobody has in the sandbox. They are denied in case that a hole gives them to somebody. */
const MACHINE = deny([
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['reboot', 169, 142],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['acct', 163, 89],
  ['quotactl', 179, 60],
  ['quotactl_fd', 443, 443],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['open_by_handle_at', 304, 265],
])

/** What takes a sandbox apart, and what one is built with. */
const MOUNTS = deny(
  [
    ['mount', 165, 40],
    ['umount2', 166, 39],
    ['pivot_root', 155, 41],
    ['chroot', 161, 51],
    ['setns', 308, 268],
    ['open_tree', 428, 428],
    ['move_mount', 429, 429],
    ['fsopen', 430, 430],
    ['fsconfig', 431, 431],
    ['fsmount', 432, 432],
    ['fspick', 433, 433],
    ['mount_setattr', 442, 442],
    ['open_tree_attr', 467, 467],
  ],
  { answer: 'EPERM', builds: true },
)

const NEW_NAMESPACES = [
  ...deny([['clone', 56, 220]], { answer: 'EPERM', when: { argument: 0, has: NAMESPACES }, builds: true }),
  ...deny([['unshare', 272, 97]], {
    answer: 'EPERM',
    when: { argument: 0, has: NAMESPACES + TIME_NAMESPACE },
    builds: true,
  }),
  // Its flags are in memory, where a filter can't look. Libraries then use clone.
  ...deny([['clone3', 435, 435]], { answer: 'ENOSYS', builds: true }),
]

/** TIOCSTI types into a terminal, TIOCLINUX pastes into the console: as if a person had typed it there. */
const TYPING = deny([['ioctl', 16, 29]], { answer: 'EPERM', when: { argument: 1, is: [0x5412, 0x541c] } })

/** As it is, asking how it is, and addresses that are not random, which debuggers and sanitizers want. */
const PERSONALITY = deny([['personality', 135, 92]], {
  answer: 'EPERM',
  when: { argument: 0, isNot: [0, 0xffff_ffff, 0x0004_0000] },
})

/** Unix, IPv4, IPv6 and netlink. Others lead to the machine around a virtual one, or to parts of the kernel that few look at. */
const SOCKETS = deny([['socket', 41, 198]], {
  answer: 'EAFNOSUPPORT',
  when: { argument: 0, isNot: [1, 2, 10, 16] },
})

/**
 * Not in here, on purpose: ptrace and process_vm_*, since debuggers need them and no process outside can be named; name_to_handle_at
 * and the policies for memory, which concern the caller alone.
 */
export const DENIED_CALLS: readonly DeniedCall[] = [
  ...KEYS,
  ...KERNEL,
  ...UNKNOWN,
  ...MACHINE,
  ...MOUNTS,
  ...NEW_NAMESPACES,
  ...TYPING,
  ...PERSONALITY,
  ...SOCKETS,
]
