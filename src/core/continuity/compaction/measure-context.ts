// How full a conversation is: what its last answer was given to read, against what its model can read. Pure.
import { fitsPattern } from '../../../lib/fits-pattern.ts'
import type { ContextUse } from '../../../protocol/agents/work-state.ts'
import type { ContextSight } from '../../agents/agent-record.ts'

/** The first that fits counts. */
export type WindowList = readonly { readonly model: string; readonly tokens: number }[]

/** A model that nobody knows has no share: nothing is done about what is not known (P9). */
export function measureContext(windows: WindowList, { tokens, model, at }: ContextSight): ContextUse {
  const window = windows.find((each) => fitsPattern(each.model, model))?.tokens ?? null
  const percent = window === null ? null : Math.round((1000 * tokens) / window) / 10
  return { tokens, model, at, window, percent }
}
