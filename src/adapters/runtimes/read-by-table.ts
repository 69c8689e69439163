// Hooks as rows: the event's name, the fields that must be there, and what they tell. Anything else tells nothing.
import type { z } from 'zod'
import type { HookNews, Runtime } from '../../core/agents/runtime.ts'

export type HookRow = (payload: unknown) => HookNews[]

export function hookRow<Schema extends z.ZodType>(
  schema: Schema,
  tell: (payload: z.infer<Schema>) => readonly HookNews[],
): HookRow {
  return (payload) => {
    const parsed = schema.safeParse(payload)
    return parsed.success ? [...tell(parsed.data)] : []
  }
}

export function readByTable(table: Readonly<Record<string, HookRow>>): Runtime['readHook'] {
  return (event, payload) => (Object.hasOwn(table, event) ? (table[event]?.(payload) ?? []) : [])
}
