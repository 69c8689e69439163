// Whether an agent could be called so: said while it is typed, and in the words of the server.
import { describeNameRule, NAME_PATTERN } from '../../../protocol/access/name-rule.ts'

/** Undefined: it can. An empty name is no fault yet. */
export function checkName(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return undefined
  if (!NAME_PATTERN.test(name)) return describeNameRule(name)
  return taken.includes(name) ? `an agent named ${name} exists already` : undefined
}
