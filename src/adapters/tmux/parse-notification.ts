// One line of control mode outside of any answer. What we have no use for is told by its name and nothing else.
import type { PaneId } from '../../core/terminals/terminals.ts'
import { unescapeOutput } from './unescape-output.ts'

export type Notification =
  | { readonly kind: 'output'; readonly pane: PaneId; readonly bytes: Uint8Array }
  /** tmux has thrown away output that we did not fetch in time. */
  | { readonly kind: 'paused'; readonly pane: PaneId }
  | { readonly kind: 'exit'; readonly reason: string }
  /** Something about panes, windows or sessions is different now. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'other'; readonly name: string }

/** `rest` is what follows the name, as far as it matters; `at` is where it begins in the line. */
type Read = (rest: string, at: number, line: Buffer) => Notification | undefined

const HEAD_BYTES = 256

const changed: Read = () => ({ kind: 'changed' })

const READERS: Readonly<Record<string, Read>> = {
  '%output': (rest, at, line) => readOutput(/^(%\d+) /.exec(rest), at, line),
  // Between the pane and the colon stands the age, and whatever a later tmux adds.
  '%extended-output': (rest, at, line) => readOutput(/^(%\d+) [^:]*: /.exec(rest), at, line),
  '%pause': (rest) => (isPaneId(rest) ? { kind: 'paused', pane: rest } : undefined),
  '%exit': (rest) => ({ kind: 'exit', reason: rest }),
  '%layout-change': changed,
  '%pane-mode-changed': changed,
  '%session-changed': changed,
  '%session-renamed': changed,
  '%session-window-changed': changed,
  '%sessions-changed': changed,
  '%subscription-changed': changed,
  '%unlinked-window-add': changed,
  '%unlinked-window-close': changed,
  '%unlinked-window-renamed': changed,
  '%window-add': changed,
  '%window-close': changed,
  '%window-pane-changed': changed,
  '%window-renamed': changed,
}

export function parseNotification(line: Buffer): Notification {
  // One byte a character, so that places in the text are places in the line.
  const head = line.toString('latin1', 0, HEAD_BYTES)
  const [name = ''] = head.split(' ', 1)
  const at = Math.min(name.length + 1, line.length)
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  return read?.(head.slice(at), at, line) ?? { kind: 'other', name }
}

export function isPaneId(text: string): text is PaneId {
  return /^%\d+$/.test(text)
}

function readOutput(match: RegExpExecArray | null, at: number, line: Buffer): Notification | undefined {
  const pane = match?.[1]
  if (!match || pane === undefined || !isPaneId(pane)) return undefined
  return { kind: 'output', pane, bytes: unescapeOutput(line.subarray(at + match[0].length)) }
}
