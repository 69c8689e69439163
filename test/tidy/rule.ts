// A rule is a row: its words stand in the finding, its functions say where it holds and what breaks it.
import type { SourceFile } from './syntax/source-file.ts'

/** A place in the text that breaks a rule, and the words for what stands there. */
export type Spot = {
  readonly offset: number
  readonly what: string
}

export type Rule = {
  readonly name: string
  /** The rule of STYLE.md that this one executes. */
  readonly style: number
  /** Where it holds, in words; `appliesTo` is the same as code. */
  readonly where: string
  readonly forbids: string
  readonly instead: string
  readonly appliesTo: (file: SourceFile) => boolean
  readonly find: (file: SourceFile) => readonly Spot[]
}
