// What is known of a program: from the words of a call to what it does. Rows of tables and small readers both are this.
import type { PathKind, PlainKind } from './effect.ts'
import type { KnownWord } from './known-word.ts'

export interface Call {
  readonly name: string
  readonly args: readonly KnownWord[]
  /** Something is piped or redirected into it. */
  readonly isFed: boolean
  /** What it is given as a here-document; null when there is none, or nobody knows. */
  readonly here: string | null
}

export type Found =
  | { readonly kind: PathKind; readonly word: KnownWord }
  | {
      readonly kind: PlainKind
      readonly note?: string
      readonly host?: string | null
      readonly port?: number
    }
  /** It changes what is in the folder where it runs. */
  | { readonly kind: 'changes here' }
  /** Code in another language: the places that its texts name are looked at. */
  | { readonly kind: 'code text'; readonly text: string }
  /** Another command in its words. */
  | { readonly kind: 'command'; readonly words: readonly KnownWord[]; readonly folder?: KnownWord }
  /** Shell text, to be read again. */
  | { readonly kind: 'script'; readonly text: string }
  /** A setting that the rest runs with. */
  | { readonly kind: 'setting'; readonly name: string; readonly value: string | null }

export type Program = (call: Call) => readonly Found[]

export function isOption(word: KnownWord): boolean {
  return word.text !== null && word.text.length > 1 && word.text.startsWith('-')
}

/** Everything that is no option; after `--` nothing is one. */
export function plainArgs(args: readonly KnownWord[]): KnownWord[] {
  const end = args.findIndex(({ text }) => text === '--')
  const before = end < 0 ? args : args.slice(0, end)
  const after = end < 0 ? [] : args.slice(end + 1)
  return [...before.filter((word) => !isOption(word)), ...after]
}

/** `--name=value` as the word `value`. */
export function optionValues(args: readonly KnownWord[]): KnownWord[] {
  return args.flatMap((word) => {
    const value = word.text === null ? undefined : /^--?[\w-]+=(.+)$/s.exec(word.text)?.[1]
    return value === undefined ? [] : [{ ...word, text: value }]
  })
}

/** Whether one of these stands there: long ones as a whole (or with `=`), letters also among others (`-rf`). */
export function hasOption(args: readonly KnownWord[], ...wanted: readonly string[]): boolean {
  return args.some(({ text }) => text !== null && wanted.some((option) => isSame(text, option)))
}

function isSame(text: string, option: string): boolean {
  if (text === option || text.startsWith(`${option}=`)) return true
  const letter = /^-(\w)$/.exec(option)?.[1]
  return letter !== undefined && /^-\w+$/.test(text) && text.includes(letter)
}

export function mentions(kind: PathKind, words: readonly KnownWord[]): Found[] {
  return words.map((word) => ({ kind, word }))
}
