// Options as git reads them: the beginning of a long name stands for it, `--no-name` takes it back, some have the next word for a value,
// and after `--` nothing is one.
import type { KnownWord } from '../known-word.ts'

type Args = readonly KnownWord[]

/** `--hard` and `-f` as they are called in full; the shortest beginning that anybody could mean is `--h`. */
const BEGINNING_MIN_CHARS = 3

/** Whether one of these may stand there: by its beginning, among other letters, or in a word that nobody knows. */
export function mayHaveOption(args: Args, ...wanted: readonly string[]): boolean {
  return beforeEnd(args).some(
    ({ text, isPattern }) => text === null || isPattern || mayBeOption(text, wanted),
  )
}

export function mayBeOption(text: string, wanted: readonly string[]): boolean {
  return wanted.some((option) => maySay(text, option))
}

/** Whether one of these surely stands there, and nothing takes it back. `withValue`: the options that have a value. */
export function surelyHasOption(
  args: Args,
  withValue: readonly string[],
  ...wanted: readonly string[]
): boolean {
  const options = readOptions(args, withValue)
  const takesBack = (text: string) =>
    wanted.some((option) => `--no-${option.slice(2)}`.startsWith(text) && text.startsWith('--no'))
  return options !== undefined && options.some((text) => wanted.includes(text)) && !options.some(takesBack)
}

function beforeEnd(args: Args): Args {
  const end = args.findIndex(({ text }) => text === '--')
  return end < 0 ? args : args.slice(0, end)
}

function maySay(text: string, option: string): boolean {
  if (!option.startsWith('--')) return /^-[^-]/.test(text) && text.includes(option.slice(1))
  const [name = ''] = text.split('=')
  return name.length >= BEGINNING_MIN_CHARS && option.startsWith(name)
}

/** Each option by itself, without values; undefined when a word that nobody knows may be one. */
function readOptions(args: Args, withValue: readonly string[]): string[] | undefined {
  const found: string[] = []
  let isValue = false
  for (const { text, isPattern } of beforeEnd(args)) {
    if (text === null || isPattern) return undefined
    if (isValue) isValue = false
    else if (text.startsWith('--')) {
      const [name = '', value] = text.split('=')
      found.push(name)
      isValue = value === undefined && withValue.some((option) => maySay(name, option))
    } else if (text.startsWith('-')) {
      const letters = Array.from(text.slice(1), (letter) => `-${letter}`)
      const valued = letters.findIndex((letter) => withValue.includes(letter))
      found.push(...(valued < 0 ? letters : letters.slice(0, valued + 1)))
      isValue = valued >= 0 && valued === letters.length - 1
    }
  }
  return found
}
