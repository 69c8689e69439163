// What of a tree is seen, as lines from top to bottom, and where a key leads from one of them.
import type { Task } from '../../protocol/tasks/task.ts'
import type { TaskNode } from './build-task-tree.ts'

export interface TreeRow {
  readonly task: Task
  /** From 1. */
  readonly level: number
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number
  readonly siblings: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
}

export function listTreeRows(nodes: readonly TaskNode[], closed: ReadonlySet<string>, level = 1): TreeRow[] {
  return nodes.flatMap(({ task, children }, index) => {
    const isOpen = children.length > 0 && !closed.has(task.id)
    const row = {
      task,
      level,
      place: index + 1,
      siblings: nodes.length,
      hasChildren: children.length > 0,
      isOpen,
    }
    return isOpen ? [row, ...listTreeRows(children, closed, level + 1)] : [row]
  })
}

export type TreeStep =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'open' | 'close' | 'show'; readonly at: number }

type Key = (rows: readonly TreeRow[], at: number) => TreeStep | undefined

const go = (to: number): TreeStep => ({ kind: 'go', to })

/** As trees are walked everywhere. */
const KEYS: Readonly<Record<string, Key>> = {
  ArrowDown: (rows, at) => (at + 1 < rows.length ? go(at + 1) : undefined),
  ArrowUp: (_, at) => (at > 0 ? go(at - 1) : undefined),
  Home: () => go(0),
  End: (rows) => go(rows.length - 1),
  ArrowRight(rows, at) {
    const row = rows[at]
    if (row?.hasChildren !== true) return undefined
    return row.isOpen ? go(at + 1) : { kind: 'open', at }
  },
  ArrowLeft(rows, at) {
    const row = rows[at]
    if (row?.isOpen === true) return { kind: 'close', at }
    const parent = rows.findLastIndex(({ level }, index) => index < at && level < (row?.level ?? 0))
    return parent === -1 ? undefined : go(parent)
  },
  Enter: (_, at) => ({ kind: 'show', at }),
}

export function decideTreeStep(key: string, rows: readonly TreeRow[], at: number): TreeStep | undefined {
  return Object.hasOwn(KEYS, key) ? KEYS[key]?.(rows, at) : undefined
}
