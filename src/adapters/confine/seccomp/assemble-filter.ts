// From rows to the program that the kernel runs before each system call (classic BPF, as `--seccomp` of bubblewrap takes it). Pure.
import { DENIED_CALLS, ERRORS, type Condition, type DeniedCall, type Machine } from './denied-calls.ts'

/** How the kernel names the kind of system call. Both kinds of machine also know calls of 32-bit programs, with other numbers. */
const KINDS: Readonly<Record<Machine, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
/** From here on, numbers are those of x32, where every call exists a second time. No system uses it. */
const X32 = 0x4000_0000

const LOAD = 0x20
const IF_EQUAL = 0x15
const IF_AT_LEAST = 0x35
const IF_ANY_BIT = 0x45
const RETURN = 0x06

const NUMBER_AT = 0
const KIND_AT = 4
/** Of an argument of 64 bits, the lower half; both machines put it first. */
const argumentAt = (index: number) => 16 + 8 * index

const ALLOW = 0x7fff_0000
const KILL_PROCESS = 0x8000_0000
const refuse = (answer: keyof typeof ERRORS) => 0x0005_0000 + ERRORS[answer]

interface Instruction {
  readonly code: number
  readonly value: number
  /** How many instructions to leave out, if so and if not. */
  readonly yes?: number
  readonly no?: number
}

const INSTRUCTION_BYTES = 8

/** `builds`: for a program that builds a sandbox of its own inside. */
export function assembleFilter(machine: Machine, { builds }: { readonly builds: boolean }): Buffer {
  const denied = DENIED_CALLS.filter((call) => !(builds && call.builds === true))
  const program: Instruction[] = [
    { code: LOAD, value: KIND_AT },
    { code: IF_EQUAL, value: KINDS[machine], yes: 1 },
    { code: RETURN, value: KILL_PROCESS },
    { code: LOAD, value: NUMBER_AT },
    ...(machine === 'x64' ? guard(IF_AT_LEAST, X32, [{ code: RETURN, value: refuse('ENOSYS') }]) : []),
    ...denied.flatMap((call) => composeCall(call, machine)),
    { code: RETURN, value: ALLOW },
  ]
  return encode(program)
}

function composeCall({ numbers, answer, when }: DeniedCall, machine: Machine): Instruction[] {
  const number = numbers[machine]
  if (number === undefined) return []
  const refused = { code: RETURN, value: refuse(answer) }
  return guard(IF_EQUAL, number, when === undefined ? [refused] : composeCondition(when, refused))
}

/** Each way through it ends with an answer, so what comes after it still finds the number loaded. */
function composeCondition(when: Condition, refused: Instruction): Instruction[] {
  const load = { code: LOAD, value: argumentAt(when.argument) }
  const allowed = { code: RETURN, value: ALLOW }
  if ('has' in when) return [load, ...guard(IF_ANY_BIT, when.has, [refused]), allowed]
  if ('is' in when) return [load, ...when.is.flatMap((value) => guard(IF_EQUAL, value, [refused])), allowed]
  return [load, ...when.isNot.flatMap((value) => guard(IF_EQUAL, value, [allowed])), refused]
}

/** The body is run if the test holds. */
const guard = (code: number, value: number, body: readonly Instruction[]): Instruction[] => [
  { code, value, no: body.length },
  ...body,
]

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES)
  for (const [index, { code, value, yes = 0, no = 0 }] of program.entries()) {
    const at = index * INSTRUCTION_BYTES
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(yes, at + 2)
    bytes.writeUInt8(no, at + 3)
    bytes.writeUInt32LE(value, at + 4)
  }
  return bytes
}
