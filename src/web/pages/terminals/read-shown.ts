// Which terminals are shown: those that the address names, `a,b,c`, each once, and not more than a page can bear. An address that names
// none shows agents that run; `-` shows none, since somebody closed them all.
import { NAME_PATTERN } from '../../../protocol/access/name-rule.ts'
import type { Agent } from '../../../protocol/agents/agent.ts'

export const TERMINALS_MAX = 6
/** As many as can be read beside each other on a laptop. */
const UNASKED_MAX = 4
export const NONE_SHOWN = '-'

const WITHOUT_SCREEN: ReadonlySet<Agent['status']> = new Set(['stopped', 'dead'])

export function readShown(
  address: string | undefined,
  agents: readonly Pick<Agent, 'name' | 'status' | 'elsewhere'>[] = [],
): readonly string[] {
  if (address === undefined)
    return agents
      .filter(({ status, elsewhere }) => !elsewhere && !WITHOUT_SCREEN.has(status))
      .map(({ name }) => name)
      .slice(0, UNASKED_MAX)
  const names = address.split(',').filter((name) => NAME_PATTERN.test(name))
  return [...new Set(names)].slice(0, TERMINALS_MAX)
}
