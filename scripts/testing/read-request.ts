// The words after `./cmux test`, as one request: which kinds, which files, and how to run them.
import { parseArgs } from 'node:util'

const KINDS = ['tidy', 'unit', 'contract', 'sim', 'e2e', 'browser', 'real', 'soak'] as const
export type Kind = (typeof KINDS)[number]

/** A plain `./cmux test` leaves these out: one downloads a gigabyte of programs, the other takes hours. */
export const ON_DEMAND: readonly Kind[] = ['real', 'soak']
export const DEFAULT_KINDS: readonly Kind[] = KINDS.filter((kind) => !ON_DEMAND.includes(kind))

/** More rounds than this are a soak, not a hunt. */
const REPEAT_MAX = 1000

export interface TestRequest {
  readonly kinds: readonly Kind[]
  /** Paths or parts of paths; empty means every file of the kinds. */
  readonly files: readonly string[]
  readonly repeat: number
  /** Runs busy loops beside the tests. */
  readonly busy: boolean
  /** Runs only the tests that the difference to this commit can reach. */
  readonly changedSince: string | undefined
  /** Runs failed files once more, alone, and tells unsteady tests from failed ones. */
  readonly retry: boolean
  /** Decides which rows of a sampled table run. Random unless it is given. */
  readonly seed: number | undefined
  /** Writes the measured times into test/times.json. */
  readonly keepTimes: boolean
}

/** The request, or one sentence that says what is wrong with it. */
export function readRequest(words: readonly string[]): TestRequest | string {
  let parsed
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        repeat: { type: 'string', default: '1' },
        busy: { type: 'boolean', default: false },
        changed: { type: 'string' },
        retry: { type: 'boolean', default: false },
        seed: { type: 'string' },
        'keep-times': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const { values, positionals } = parsed
  const repeat = Number(values.repeat)
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > REPEAT_MAX)
    return `--repeat takes a number from 1 to ${REPEAT_MAX}`
  const seed = values.seed === undefined ? undefined : Number(values.seed)
  if (seed !== undefined && !Number.isInteger(seed)) return '--seed takes a whole number'
  const files = positionals.filter(isFile)
  const named = positionals.filter((word) => !isFile(word))
  const unknown = named.find((word) => word !== 'all' && !isKind(word))
  if (unknown !== undefined) return `there is no kind of test called ${unknown}`
  if (repeat > 1 && files.length === 0) return '--repeat needs the file to repeat'
  return {
    kinds: chooseKinds(named, files),
    files,
    repeat,
    busy: values.busy,
    changedSince: values.changed,
    retry: values.retry,
    seed,
    keepTimes: values['keep-times'],
  }
}

function chooseKinds(named: readonly string[], files: readonly string[]): readonly Kind[] {
  if (named.includes('all')) return KINDS
  if (named.length > 0) return KINDS.filter((kind) => named.includes(kind))
  if (files.length === 0) return DEFAULT_KINDS
  // A file says by its folder what kind it is.
  return KINDS.filter((kind) => files.some((file) => kindOf(file) === kind))
}

export function kindOf(file: string): Kind {
  const folder = /(?:(?:^|\/)test\/|^)([a-z0-9]+)(?:\/|$)/.exec(file)?.[1]
  return folder !== undefined && isKind(folder) ? folder : 'unit'
}

function isKind(word: string): word is Kind {
  return (KINDS as readonly string[]).includes(word)
}

function isFile(word: string): boolean {
  return word.includes('/') || word.endsWith('.ts')
}
