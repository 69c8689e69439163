// What is asked for, taken apart so that it can be shown as what it is: a command, a file, a change of one, a push. Nothing of it is left
// out: what no form knows stands with the rest, as JSON. Pure.
import type { Approval } from '../../protocol/approvals/approval.ts'

export type ContentPart =
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'edit'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: 'patch'; readonly text: string }
  | ({ readonly kind: 'push' } & PushContent)
  | { readonly kind: 'rest'; readonly text: string }
  | { readonly kind: 'words'; readonly text: string }

interface PushContent {
  readonly project: string
  readonly agent: string | null
  readonly remote: string
  readonly address: string
  readonly moves: readonly PushMove[]
}

export interface PushMove {
  readonly ref: string
  /** Commits; null for a branch that is not there before or after. */
  readonly old: string | null
  readonly new: string | null
  readonly does: string
  readonly commits: readonly string[]
}

export interface ReadContent {
  readonly tool: string | null
  readonly folder: string | null
  readonly parts: readonly ContentPart[]
}

type Fields = Readonly<Record<string, unknown>>

/** The names that the agents' programs give to the same thing. */
const PATHS = ['file_path', 'filePath', 'path']
const BEFORE = ['old_string', 'oldString', 'old_str']
const AFTER = ['new_string', 'newString', 'new_str']
const PATCH = '*** Begin Patch'

/** In this order: the first whose fields are all there shows them. */
const FORMS: readonly {
  readonly fields: readonly (readonly string[])[]
  readonly part: (values: readonly string[]) => ContentPart
}[] = [
  {
    fields: [PATHS, BEFORE, AFTER],
    part: ([path = '', before = '', after = '']) => ({ kind: 'edit', path, before, after }),
  },
  { fields: [PATHS, ['content']], part: ([path = '', text = '']) => ({ kind: 'file', path, text }) },
  {
    fields: [['command', 'patch', 'patchText']],
    part: ([text = '']) => ({ kind: text.startsWith(PATCH) ? 'patch' : 'command', text }),
  },
]

export function readContent({ kind, content }: Pick<Approval, 'kind' | 'content'>): ReadContent {
  const push = kind === 'push' ? readPush(content) : undefined
  if (push) return { tool: null, folder: null, parts: [push] }
  const use = kind === 'tool' ? readUse(content) : undefined
  if (!use) return { tool: null, folder: null, parts: [{ kind: 'words', text: content }] }
  return { tool: use.tool, folder: use.folder, parts: readInput(use.input) }
}

function readUse(content: string): { tool: string; folder: string; input: unknown } | undefined {
  try {
    const { tool, folder, input, ...others } = JSON.parse(content) as Fields
    const isKnown = typeof tool === 'string' && typeof folder === 'string' && input !== undefined
    return isKnown && isEmpty(others) ? { tool, folder, input } : undefined
  } catch {
    // It is none that we wrote: shown as it stands.
    return undefined
  }
}

/** Undefined for anything that is not exactly what cmux writes: then it is shown as it stands. */
function readPush(content: string): ContentPart | undefined {
  try {
    const order = JSON.parse(content) as PushContent
    const { project, agent, remote, address, moves, ...others } = order
    const words = [project, agent ?? '', remote, address]
    const isKnown = words.every(isText) && Array.isArray(moves) && moves.every(isMove)
    return isKnown && isEmpty(others) ? { kind: 'push', ...order } : undefined
  } catch {
    return undefined
  }
}

function isMove(move: unknown): boolean {
  if (typeof move !== 'object' || move === null) return false
  const { ref, old, new: tip, does, commits, ...others } = move as Partial<PushMove>
  const isKnown = [ref, old ?? '', tip ?? '', does].every(isText)
  return isKnown && Array.isArray(commits) && commits.every(isText) && isEmpty(others)
}

const isText = (value: unknown) => typeof value === 'string'
const isEmpty = (value: object) => Object.keys(value).length === 0

function readInput(input: unknown): readonly ContentPart[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [restOf(input)]
  const fields = input as Fields
  for (const form of FORMS) {
    const names = form.fields.map((known) => known.find((name) => typeof fields[name] === 'string'))
    if (!names.every((name) => name !== undefined)) continue
    const rest = Object.entries(fields).filter(([name]) => !names.includes(name))
    const part = form.part(names.map((name) => String(fields[name])))
    return rest.length === 0 ? [part] : [part, restOf(Object.fromEntries(rest))]
  }
  return [restOf(input)]
}

function restOf(value: unknown): ContentPart {
  return { kind: 'rest', text: JSON.stringify(value, undefined, 2) }
}
