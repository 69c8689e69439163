// What a tool use comes to: effects, each of a kind for which there is a row that says how it is judged.

import type { Folders } from './folders.ts'

export type PathKind = 'read' | 'search' | 'write' | 'delete' | 'run'

export type PlainKind =
  | 'plain'
  /** Its own program asks a person, and must not be answered by a rule. */
  | 'question'
  | 'project code'
  /** Code that the rules don't read: it stands in the command, or is piped into an interpreter. */
  | 'code'
  /** A server on the agent's own loopback. */
  | 'loopback'
  /** A package registry: it is searched, or brings what the project declares. */
  | 'registry'
  /** Git works on the agent's own branch. */
  | 'own work'
  /** Git throws uncommitted work away. */
  | 'discard'
  | 'network'
  | 'install'
  | 'push'
  | 'forced push'
  | 'unknown'
  /** Its words are known, but no row says what it does. */
  | 'unknown program'
  | 'environment'
  | 'secret'
  | 'signal'
  | 'machine'
  | 'privilege'
  | 'terminals'
  | 'cmux'
  | 'foreign tool'

/** A path as it was mentioned: what it may be, if nobody knows which of several, and nothing if it can't be known. */
export interface Mention {
  readonly source: string
  /** Absolute, with `..` and links still in it. Empty: unknown. */
  readonly paths: readonly string[]
  /** It ends in names that nobody knows; `paths` are the folders that these are in. */
  readonly pattern: string | null
}

interface Anywhere {
  /** The command or tool that does it, as a person reads it. */
  readonly part: string
  /** For rules that name commands; null is a word that nobody knows. Empty for other tools. */
  readonly words: readonly (string | null)[]
  /** The command and those that it runs in turn (`env A=b cmd`), each with its program's plain name: what forbids one holds for all. */
  readonly calls?: readonly (readonly (string | null)[])[]
  /** It stands around the command (a redirection, a setting in front): what frees the command does not free this. */
  readonly isAside: boolean
  /** Of a command: where it runs, and whether it is given something to read. */
  readonly runs?: { readonly folders: Folders; readonly isFed: boolean }
}

export interface PathEffect extends Anywhere {
  readonly kind: PathKind
  readonly mention: Mention
}

interface PlainEffect extends Anywhere {
  readonly kind: PlainKind
  /** More than the row says. */
  readonly note: string | null
  readonly host: string | null
  /** Of a server on loopback. */
  readonly port?: number
}

export type Effect = PathEffect | PlainEffect

const PATH_KINDS: ReadonlySet<string> = new Set<PathKind>(['read', 'search', 'write', 'delete', 'run'])

export function isPathEffect(effect: Effect): effect is PathEffect {
  return PATH_KINDS.has(effect.kind)
}
