// What tmux tells, in our words, to everyone who listens; and the count of outputs by which a replay finds its place.
import type { PaneId, TerminalNews } from '../../core/terminals/terminals.ts'
import type { Notification } from './parse-notification.ts'

export interface NewsDesk {
  hear(notification: Notification): void
  tell(news: TerminalNews): void
  watch(listener: (news: TerminalNews) => void): Disposable
  /** The order of the last output of all, or of one pane. */
  order(pane?: PaneId): number
  /** Forgets panes that are not there any more. */
  keepOnly(panes: ReadonlySet<PaneId>): void
}

/** `resume` lets a pane speak again after tmux has paused it. */
export function makeNewsDesk(resume: (pane: PaneId) => void): NewsDesk {
  const listeners = new Set<(news: TerminalNews) => void>()
  const lastOutput = new Map<PaneId, number>()
  let order = 0

  const tell = (news: TerminalNews) => {
    for (const listener of listeners) listener(news)
  }

  return {
    tell,
    hear(notification) {
      if (notification.kind === 'output') {
        order += 1
        lastOutput.set(notification.pane, order)
        tell({ ...notification, order })
      } else if (notification.kind === 'paused') {
        tell({ kind: 'skipped', pane: notification.pane })
        resume(notification.pane)
      } else if (notification.kind === 'changed') tell({ kind: 'changed' })
    },
    watch(listener) {
      // Wrapped, so that one function given twice is two listeners.
      const entry = (news: TerminalNews) => listener(news)
      listeners.add(entry)
      return { [Symbol.dispose]: () => void listeners.delete(entry) }
    },
    order: (pane) => (pane === undefined ? order : (lastOutput.get(pane) ?? 0)),
    keepOnly(panes) {
      for (const pane of lastOutput.keys()) if (!panes.has(pane)) lastOutput.delete(pane)
    },
  }
}
