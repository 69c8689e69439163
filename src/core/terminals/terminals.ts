// Where agents live: panes of a terminal multiplexer, as the capabilities see them. Ours is tmux; nothing here says that it
// runs on this machine.
import type { AgentId, ProjectId } from '../../protocol/ids.ts'

/** As tmux names it: `%12`. Never used twice while its server lives. */
export type PaneId = `%${number}`

/** Whose pane it is; kept on the pane itself, so that it survives us and any renaming. */
export interface PaneOwner {
  /** Or the project whose service runs in it. */
  readonly agent: AgentId | ProjectId
  readonly generation: number
}

export interface Size {
  readonly cols: number
  readonly rows: number
}

export interface PaneStart {
  readonly owner: PaneOwner
  /** For people who attach. */
  readonly title: string
  readonly folder: string
  readonly command: readonly [program: string, ...args: string[]]
  /** All of it: the program inherits nothing else. */
  readonly environment: Readonly<Record<string, string>>
  readonly size: Size
}

export interface Pane {
  readonly id: PaneId
  /** Null: somebody opened it by hand, and it is nobody's agent. */
  readonly owner: PaneOwner | null
  readonly title: string
  readonly pid: number
  /** Null while its program runs. */
  readonly end: { readonly status: number | null; readonly signal: number | null } | null
  readonly size: Size
  /** A person scrolls in it: keys would go to the scrolling. */
  readonly inCopyMode: boolean
}

/** No answer is not "none" (P9). A multiplexer that is known not to run has no panes. */
export type PaneSight =
  | { readonly kind: 'seen'; readonly panes: readonly Pane[] }
  | { readonly kind: 'unknown'; readonly reason: string }

export interface Screen {
  /** Plain text, a line a row, without trailing blanks. */
  readonly lines: readonly string[]
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean }
  readonly size: Size
  /** Full-screen programs have no scrollback of their own. */
  readonly alternate: boolean
  /** A person scrolls in it: keys would go to the scrolling. */
  readonly inCopyMode: boolean
}

/**
 * What a terminal emulator must be fed to show the same, whatever it showed before: scrollback and screen with colours, then
 * modes and the cursor's place.
 */
export interface Replay {
  readonly bytes: Uint8Array
  readonly size: Size
  /** Output of this order and below is in it already; what is above comes on top. */
  readonly order: number
}

/** Bytes that a pane printed. `order` counts up over all panes: it says whether a replay has them already. */
export interface Output {
  readonly pane: PaneId
  readonly bytes: Uint8Array
  readonly order: number
}

export type TerminalNews =
  | ({ readonly kind: 'output' } & Output)
  /** Bytes were skipped (a pause, a new connection), or the size is another: only a fresh replay shows what is true. */
  | { readonly kind: 'skipped'; readonly pane: PaneId }
  /** A pane came, went, died, was resized or renamed: look again. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'lost'; readonly reason: string }

/** Keys by the names that tmux has for them. */
export type Key =
  | 'Enter'
  | 'Escape'
  | 'C-c'
  | 'C-d'
  | 'C-u'
  | 'Up'
  | 'Down'
  | 'Left'
  | 'Right'
  | 'Tab'
  | 'BSpace'

export interface Terminals {
  /** Resolves when the program runs, with what is known of its pane. */
  open(start: PaneStart): Promise<Pane>
  observe(): Promise<PaneSight>
  /** The screen, with that many lines of scrollback above it. */
  capture(pane: PaneId, scrollbackLines?: number): Promise<Screen>
  replay(pane: PaneId, scrollbackLines: number): Promise<Replay>
  /** As one paste (bracketed, if its program asked for that), byte for byte. Presses no Enter. */
  paste(pane: PaneId, text: string): Promise<void>
  press(pane: PaneId, keys: readonly Key[]): Promise<void>
  /** What a person typed into a terminal of ours, as it came. */
  type(pane: PaneId, bytes: Uint8Array): Promise<void>
  resize(pane: PaneId, size: Size): Promise<void>
  /** Ends what runs in it and removes it. One that is gone already is no error. */
  close(pane: PaneId): Promise<void>
  /** Told in the order in which things happened. Listeners return at once: whoever is behind drops, and asks for a replay. */
  watch(listener: (news: TerminalNews) => void): Disposable
}
