// What an agent wants to do, at a hook on which it waits before it acts. Pure.
import type { HookNews, Runtime } from '../../agents/runtime.ts'

export interface GateCall {
  /** `tool`: it is about to use one. `dialog`: its program asks a person, or would. */
  readonly kind: 'tool' | 'dialog'
  /** The program's number for the call; dialogs tell none. */
  readonly id: string | null
  readonly tool: string
  readonly input: unknown
  readonly folder: string
}

/** `unreadable`: it waits, and nobody can tell for what. Undefined: there is nothing to decide. */
export function readGate(
  { denyGate }: Pick<Runtime, 'denyGate'>,
  { event, payload }: { readonly event: string; readonly payload: Readonly<Record<string, unknown>> },
  told: readonly HookNews[],
  home: string,
): GateCall | 'unreadable' | undefined {
  if (denyGate?.(event, '') === undefined) return undefined
  if (told.length === 0) return 'unreadable'
  const { cwd } = payload
  const folder = typeof cwd === 'string' ? cwd : home
  for (const item of told) {
    if (item.kind === 'tool started')
      return { kind: 'tool', id: item.id, tool: item.tool, input: item.input, folder }
    if (item.kind === 'waiting' && item.dialog.kind === 'permission' && item.tool !== null)
      return { kind: 'dialog', id: null, tool: item.tool, input: item.input, folder }
  }
  return undefined
}
