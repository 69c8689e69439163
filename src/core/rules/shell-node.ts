// A shell script as the rules see it: simple commands with their words, and how they follow each other. What a parser's own
// tree says beyond that makes no difference to what may be done.

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** An unquoted `~` at the beginning. */
  | { readonly kind: 'home' }
  | { readonly kind: 'variable'; readonly name: string; readonly isQuoted: boolean }
  /** `*`, `?`, `[a-z]`: stands for names that nobody knows before. */
  | { readonly kind: 'pattern'; readonly text: string }
  /** `{a,b}`: as many words. */
  | { readonly kind: 'choice'; readonly texts: readonly string[] }
  /** Only running it tells. */
  | { readonly kind: 'unknown' }

export interface ShellWord {
  readonly source: string
  readonly pieces: readonly Piece[]
}

export interface ShellAssignment {
  readonly name: string
  /** Null for an array, or a part of one. */
  readonly value: ShellWord | null
}

export interface ShellRedirect {
  readonly does: 'read' | 'write'
  readonly target: ShellWord
}

export interface ShellCommand {
  readonly kind: 'command'
  readonly source: string
  readonly assignments: readonly ShellAssignment[]
  readonly words: readonly ShellWord[]
  readonly redirects: readonly ShellRedirect[]
  /** What it is given to read as a here-document or here-string. */
  readonly here: ShellWord | null
  /** What its words run while they are expanded. */
  readonly inner: readonly ShellNode[]
}

type Join = '&&' | '||' | ';'

export type ShellNode =
  | ShellCommand
  /** As many joins as nodes, less one. */
  | { readonly kind: 'list'; readonly nodes: readonly ShellNode[]; readonly joins: readonly Join[] }
  | { readonly kind: 'pipe'; readonly nodes: readonly ShellNode[] }
  /** Its own process: what it does to its folder and variables ends with it. */
  | { readonly kind: 'apart'; readonly node: ShellNode }
  /** Some of it runs, perhaps again and again. */
  | { readonly kind: 'maybe'; readonly nodes: readonly ShellNode[] }
  | {
      readonly kind: 'loop'
      readonly variable: string
      readonly words: readonly ShellWord[]
      readonly body: ShellNode
    }
  | { readonly kind: 'function'; readonly name: string; readonly body: ShellNode }
  /** Something that can't be followed. */
  | { readonly kind: 'riddle'; readonly source: string; readonly why: string }

interface ShellScript {
  readonly root: ShellNode
  /** What the parser could not read; then the rest is not to be believed either. */
  readonly problem: string | null
}

/** Never throws, whatever the text. */
export type ShellReader = (text: string) => ShellScript
