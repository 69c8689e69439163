import { expect, test } from 'vitest'
import { assembleFilter } from './assemble-filter.ts'
import { DENIED_CALLS, ERRORS, type Machine } from './denied-calls.ts'

interface Call {
  readonly kind?: number
  readonly number: number
  readonly args?: readonly bigint[]
}

const KINDS = { x64: 0xc000_003e, arm64: 0xc000_00b7, i386: 0x4000_0003, arm: 0x4000_0028 }
const MACHINES: readonly Machine[] = ['x64', 'arm64']

/** What the kernel would make of it: runs the program on `struct seccomp_data`. */
function judge(program: Buffer, { kind = 0, number, args = [] }: Call): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(kind, 4)
  for (const [index, value] of args.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, value), 16 + 8 * index)
  let loaded = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, yes, no] = [program.readUInt16LE(at), program.readUInt8(at + 2), program.readUInt8(at + 3)]
    const value = program.readUInt32LE(at + 4)
    if (code === 0x20) loaded = data.readUInt32LE(value)
    else if (code === 0x15) at += 8 * (loaded === value ? yes : no)
    else if (code === 0x35) at += 8 * (loaded >= value ? yes : no)
    else if (code === 0x45) at += 8 * ((loaded & value) !== 0 ? yes : no)
    else if (code === 0x06) return nameOf(value)
    else throw new Error(`unknown instruction ${code}`)
  }
  throw new Error('it ended without an answer')
}

function nameOf(value: number): string {
  if (value === 0x7fff_0000) return 'allow'
  if (value === 0x8000_0000) return 'kill'
  const found = Object.entries(ERRORS).find(([, number]) => value === 0x0005_0000 + number)
  return found?.[0] ?? `unknown ${value}`
}

const askOn = (machine: Machine, builds = false) => {
  const program = assembleFilter(machine, { builds })
  return (number: number, ...args: readonly bigint[]) =>
    judge(program, { kind: KINDS[machine], number, args })
}

/** Numbers as the kernel's headers have them, written down a second time. */
const EXPECTED: readonly [name: string, x64: number | null, arm64: number | null, verdict: string][] = [
  ['keyctl', 250, 219, 'EPERM'],
  ['add_key', 248, 217, 'EPERM'],
  ['request_key', 249, 218, 'EPERM'],
  ['bpf', 321, 280, 'EPERM'],
  ['userfaultfd', 323, 282, 'EPERM'],
  ['perf_event_open', 298, 241, 'EPERM'],
  ['kcmp', 312, 272, 'EPERM'],
  ['syslog', 103, 116, 'EPERM'],
  ['vhangup', 153, 58, 'EPERM'],
  ['modify_ldt', 154, null, 'EPERM'],
  ['iopl', 172, null, 'EPERM'],
  ['ioperm', 173, null, 'EPERM'],
  ['lookup_dcookie', 212, 18, 'EPERM'],
  ['nfsservctl', 180, 42, 'EPERM'],
  ['io_uring_setup', 425, 425, 'ENOSYS'],
  ['io_uring_enter', 426, 426, 'ENOSYS'],
  ['io_uring_register', 427, 427, 'ENOSYS'],
  ['uselib', 134, null, 'ENOSYS'],
  ['ustat', 136, null, 'ENOSYS'],
  ['sysfs', 139, null, 'ENOSYS'],
  ['_sysctl', 156, null, 'ENOSYS'],
  ['create_module', 174, null, 'ENOSYS'],
  ['get_kernel_syms', 177, null, 'ENOSYS'],
  ['query_module', 178, null, 'ENOSYS'],
  ['init_module', 175, 105, 'EPERM'],
  ['finit_module', 313, 273, 'EPERM'],
  ['delete_module', 176, 106, 'EPERM'],
  ['kexec_load', 246, 104, 'EPERM'],
  ['kexec_file_load', 320, 294, 'EPERM'],
  ['reboot', 169, 142, 'EPERM'],
  ['swapon', 167, 224, 'EPERM'],
  ['swapoff', 168, 225, 'EPERM'],
  ['acct', 163, 89, 'EPERM'],
  ['quotactl', 179, 60, 'EPERM'],
  ['quotactl_fd', 443, 443, 'EPERM'],
  ['settimeofday', 164, 170, 'EPERM'],
  ['clock_settime', 227, 112, 'EPERM'],
  ['open_by_handle_at', 304, 265, 'EPERM'],
  ['mount', 165, 40, 'EPERM'],
  ['umount2', 166, 39, 'EPERM'],
  ['pivot_root', 155, 41, 'EPERM'],
  ['chroot', 161, 51, 'EPERM'],
  ['setns', 308, 268, 'EPERM'],
  ['open_tree', 428, 428, 'EPERM'],
  ['move_mount', 429, 429, 'EPERM'],
  ['fsopen', 430, 430, 'EPERM'],
  ['fsconfig', 431, 431, 'EPERM'],
  ['fsmount', 432, 432, 'EPERM'],
  ['fspick', 433, 433, 'EPERM'],
  ['mount_setattr', 442, 442, 'EPERM'],
  ['open_tree_attr', 467, 467, 'EPERM'],
  ['clone3', 435, 435, 'ENOSYS'],
]
const BUILDING =
  'mount umount2 pivot_root chroot setns open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr open_tree_attr clone3 clone unshare'
const CONDITIONAL = ['clone', 'unshare', 'ioctl', 'personality', 'socket']

test('[O6] the tables name the same system calls', () => {
  const named = [...EXPECTED.map(([name]) => name), ...CONDITIONAL]
  expect(DENIED_CALLS.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
})

test.each(EXPECTED)(
  '[O6] %s is refused on each machine that has it, unless it builds sandboxes',
  (name, x64, arm64, verdict) => {
    const numbers = { x64, arm64 }
    for (const machine of MACHINES) {
      const number = numbers[machine]
      if (number === null) continue
      expect(askOn(machine)(number)).toBe(verdict)
      expect(askOn(machine, true)(number)).toBe(BUILDING.split(' ').includes(name) ? 'allow' : verdict)
    }
  },
)

const FLAGS = {
  user: 0x1000_0000n,
  pid: 0x2000_0000n,
  net: 0x4000_0000n,
  mounts: 0x0002_0000n,
  cgroup: 0x0200_0000n,
  uts: 0x0400_0000n,
  ipc: 0x0800_0000n,
}
const THREAD = 0x003d_0f00n
const ANY = 0x1_0000_0000n

type Row = [what: string, x64: number, arm64: number, args: bigint[], verdict: string, whoBuilds?: string]
const ROWS: readonly Row[] = [
  ...Object.entries(FLAGS).flatMap(([name, flag]): Row[] => [
    [`clone with ${name}`, 56, 220, [flag | 17n], 'EPERM', 'allow'],
    [`unshare of ${name}`, 272, 97, [flag], 'EPERM', 'allow'],
  ]),
  ['unshare of the time', 272, 97, [0x80n], 'EPERM', 'allow'],
  ['clone of a thread', 56, 220, [THREAD], 'allow'],
  ['clone of a process', 56, 220, [17n], 'allow'],
  ['unshare of open files', 272, 97, [0x400n], 'allow'],
  ['TIOCSTI', 16, 29, [0n, 0x5412n], 'EPERM'],
  ['TIOCSTI with bits that the kernel does not read', 16, 29, [0n, ANY | 0x5412n], 'EPERM'],
  ['TIOCLINUX', 16, 29, [0n, 0x541cn], 'EPERM'],
  ['TIOCGWINSZ', 16, 29, [0n, 0x5413n], 'allow'],
  ['personality as it is', 135, 92, [0n], 'allow'],
  ['asking for the personality', 135, 92, [0xffff_ffffn], 'allow'],
  ['addresses that are not random', 135, 92, [0x4_0000n], 'allow'],
  ['memory that can be read can be run', 135, 92, [0x40_0000n], 'EPERM'],
  ...[1n, 2n, 10n, 16n].map((family): Row => [`socket ${family}`, 41, 198, [family], 'allow']),
  ...[0n, 17n, 31n, 38n, 40n, 44n].map((family): Row => [
    `socket ${family}`,
    41,
    198,
    [family],
    'EAFNOSUPPORT',
  ]),
  ['read', 0, 63, [], 'allow'],
  ['execve', 59, 221, [], 'allow'],
  ['ptrace', 101, 117, [], 'allow'],
  ['process_vm_readv', 310, 270, [], 'allow'],
  ['name_to_handle_at', 303, 264, [], 'allow'],
  ['a call of a kernel to come', 600, 600, [], 'allow'],
]

test.each(ROWS)('[O6] %s', (_, x64, arm64, args, verdict, whoBuilds = verdict) => {
  for (const [machine, number] of [
    ['x64', x64],
    ['arm64', arm64],
  ] as const) {
    expect(askOn(machine)(number, ...args)).toBe(verdict)
    expect(askOn(machine, true)(number, ...args)).toBe(whoBuilds)
  }
})

test('[O6] system calls by other numbers are no way around: 32-bit programs are ended, x32 is not there', () => {
  const [x64, arm64] = MACHINES.map((machine) => assembleFilter(machine, { builds: false })) as [
    Buffer,
    Buffer,
  ]
  expect(judge(x64, { kind: KINDS.i386, number: 4 })).toBe('kill')
  expect(judge(x64, { kind: KINDS.arm64, number: 4 })).toBe('kill')
  expect(judge(arm64, { kind: KINDS.arm, number: 4 })).toBe('kill')
  expect(judge(arm64, { kind: KINDS.x64, number: 4 })).toBe('kill')
  expect(judge(x64, { kind: KINDS.x64, number: 0x4000_0000 })).toBe('ENOSYS')
  expect(judge(x64, { kind: KINDS.x64, number: 0x4000_00fa })).toBe('ENOSYS')
})
