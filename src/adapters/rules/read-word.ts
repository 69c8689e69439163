// A word of the shell in pieces: what it says by itself, and what only its expansion tells.
import type { Assignment, Word, WordPart } from 'unbash'
import type { Piece, ShellAssignment, ShellWord } from '../../core/rules/shell-node.ts'

const UNKNOWN: Piece = { kind: 'unknown' }
const NAME = /^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?$/
/** Choices of plain words only; anything else in braces is not guessed at. */
const CHOICE = /^\{([^{}$`'"\\*?[\]]*,[^{}$`'"\\*?[\]]*)\}$/

export function readWord({ text, value, parts }: Word): ShellWord {
  const pieces = parts ? parts.flatMap((part) => readPart(part, false)) : [textPiece(value)]
  return { source: text, pieces: withHome(text, pieces) }
}

export function textWord(text: string): ShellWord {
  return { source: text, pieces: [textPiece(text)] }
}

export function readAssignment({ name, value, index, append }: Assignment): ShellAssignment {
  const isWhole = value.type === 'Word' && index === undefined && append !== true
  return { name, value: isWhole ? readWord(value) : null }
}

/** `export A=b`: the program sees the whole as one word. */
export function assignmentAsWord({ name, text, value }: Assignment): ShellWord {
  const rest = value.type === 'Word' ? readWord(value).pieces : [UNKNOWN]
  return { source: text, pieces: [textPiece(`${name}=`), ...rest] }
}

/** `~` and `~/x` are the home folder; `~name` is somebody's that we don't know. */
function withHome(source: string, pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces
  if (!source.startsWith('~') || first?.kind !== 'text') return pieces
  const isOwn = first.text.startsWith('~/') || (first.text === '~' && rest.length === 0)
  return isOwn ? [{ kind: 'home' }, textPiece(first.text.slice(1)), ...rest] : [UNKNOWN, ...rest]
}

function readPart(part: WordPart, isQuoted: boolean): Piece[] {
  const read = PARTS[part.type] as (part: WordPart, isQuoted: boolean) => Piece[]
  return read(part, isQuoted)
}

/** A row for each kind of part that the parser knows. */
const PARTS: {
  readonly [T in WordPart['type']]: (part: Extract<WordPart, { type: T }>, isQuoted: boolean) => Piece[]
} = {
  Literal: ({ value }) => [textPiece(value)],
  SingleQuoted: ({ value }) => [textPiece(value)],
  AnsiCQuoted: ({ value }) => [textPiece(value)],
  DoubleQuoted: ({ parts }) => parts.flatMap((inner) => readPart(inner, true)),
  LocaleString: ({ parts }) => parts.flatMap((inner) => readPart(inner, true)),
  SimpleExpansion: ({ text }, isQuoted) => [readVariable(text, isQuoted)],
  ParameterExpansion: ({ text, operation, prefix, index }, isQuoted) => {
    const isPlain = operation === undefined && prefix === undefined && index === undefined
    return [isPlain ? readVariable(text, isQuoted) : UNKNOWN]
  },
  Glob: ({ text }) => [{ kind: 'pattern', text }],
  ExtendedGlob: () => [{ kind: 'pattern', text: '*' }],
  BraceExpansion: ({ text }) => {
    const choice = CHOICE.exec(text)?.[1]
    return [choice === undefined ? UNKNOWN : { kind: 'choice', texts: choice.split(',') }]
  },
  CommandExpansion: () => [UNKNOWN],
  ArithmeticExpansion: () => [UNKNOWN],
  // A stream; what is at its other end is judged as a command.
  ProcessSubstitution: () => [textPiece('/dev/fd/63')],
}

function readVariable(text: string, isQuoted: boolean): Piece {
  const name = NAME.exec(text)?.[1]
  return name === undefined ? UNKNOWN : { kind: 'variable', name, isQuoted }
}

function textPiece(text: string): Piece {
  return { kind: 'text', text }
}
