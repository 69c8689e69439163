// Words of a command after expansion, as far as that can be known without running anything.
import type { Piece, ShellWord } from './shell-node.ts'

export interface KnownWord {
  readonly source: string
  /** Null: nobody knows. With a pattern, its text with the pattern in it. */
  readonly text: string | null
  readonly isPattern: boolean
}

/** Values that a variable may have here; undefined: nobody knows. */
export type Lookup = (name: string) => readonly Draft[] | undefined

/** A word can become this many (`{a,b}{c,d}`); beyond that it is not followed. */
const WORDS_MAX = 32

export interface Draft {
  readonly text: string
  readonly isPattern: boolean
}

export function expandWord(word: ShellWord, lookup: Lookup): KnownWord[] {
  const { source } = word
  let drafts: Draft[] = [{ text: '', isPattern: false }]
  for (const piece of word.pieces) {
    const choices = readPiece(piece, lookup)
    if (!choices || choices.length * drafts.length > WORDS_MAX) return [unknownWord(source)]
    drafts = drafts.flatMap((draft) => choices.map((choice) => addTo(draft, choice)))
  }
  return drafts.map(({ text, isPattern }) => ({ source, text, isPattern }))
}

export function unknownWord(source: string): KnownWord {
  return { source, text: null, isPattern: false }
}

export function plainWord(text: string): KnownWord {
  return { source: text, text, isPattern: false }
}

function addTo(draft: Draft, choice: Draft): Draft {
  return { text: draft.text + choice.text, isPattern: draft.isPattern || choice.isPattern }
}

type PieceOf<K extends Piece['kind']> = Extract<Piece, { kind: K }>

const PIECES: {
  readonly [K in Piece['kind']]: (piece: PieceOf<K>, lookup: Lookup) => readonly Draft[] | undefined
} = {
  text: ({ text }) => [{ text, isPattern: false }],
  pattern: ({ text }) => [{ text, isPattern: true }],
  choice: ({ texts }) => texts.map((text) => ({ text, isPattern: false })),
  home: (_, lookup) => lookup('HOME'),
  variable: ({ name, isQuoted }, lookup) => {
    const values = lookup(name)
    // Without quotes a value is cut into words and its patterns are looked up.
    const isCut = values?.some(({ text, isPattern }) => !isPattern && /[\s*?[\]]/.test(text))
    return isCut && !isQuoted ? undefined : values
  },
  unknown: () => undefined,
}

function readPiece(piece: Piece, lookup: Lookup): readonly Draft[] | undefined {
  const read = PIECES[piece.kind] as (piece: Piece, lookup: Lookup) => readonly Draft[] | undefined
  return read(piece, lookup)
}
