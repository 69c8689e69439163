// Whether a connection that an agent could not make is worth a person's attention. Pure.
import type { AgentPort } from '../../protocol/agents/port.ts'
import { METADATA_ADDRESSES } from '../confinement/list-blocked-addresses.ts'
import type { Refused } from './agent-networks.ts'

/** An agent that tries all ports gives a person nothing to decide. */
export const WANTED_MAX = 20

const METADATA: readonly string[] = METADATA_ADDRESSES

/** `known`: the rows of the same agent. */
export function judgeRefused(refused: Refused, known: readonly AgentPort[]): 'told' | 'ignored' {
  const { address, port, isServed } = refused
  // A server of its own that is not up yet is refused, too; and nobody should open the credentials of a cloud by a click.
  if (!isServed || METADATA.includes(address)) return 'ignored'
  const toHost = known.filter(({ direction }) => direction === 'to-host')
  if (toHost.some((row) => row.address === address && row.port === port)) return 'ignored'
  return toHost.filter(({ state }) => state === 'wanted').length < WANTED_MAX ? 'told' : 'ignored'
}
