// Which terminals an address names: `a,b,c`, each once, and not more than a page can bear.
import { NAME_PATTERN } from '../../../protocol/name-rule.ts'

export const TERMINALS_MAX = 6

export function readShown(address: string | undefined): readonly string[] {
  const names = (address ?? '').split(',').filter((name) => NAME_PATTERN.test(name))
  return [...new Set(names)].slice(0, TERMINALS_MAX)
}
