// Whether an agent works in a folder of a person, and whether a person wanted that. Pure.
import type { AgentRecord } from './agent-record.ts'

type Placed = Pick<AgentRecord, 'inCheckout' | 'project' | 'workspace' | 'elsewhere'>

/** Older releases did not write it down: there, an agent of a project without a workspace worked in the checkout. */
export function isInCheckout({ inCheckout, project, workspace, elsewhere }: Placed): boolean {
  if (elsewhere !== null) return false
  return inCheckout ?? (project !== null && workspace === null)
}

/** Adopted conversations begin with these words, and only people adopt. */
export const ADOPTED = 'adopted conversation'

/**
 * Older releases put every supervisor into the checkout, and whatever agents asked for. No person said so: it gets a workspace at
 * its next start.
 */
export function isMisplaced(record: Placed & Pick<AgentRecord, 'role' | 'createdBy' | 'purpose'>): boolean {
  if (record.inCheckout !== null || !isInCheckout(record)) return false
  if (record.createdBy.startsWith('agent:')) return true
  return record.role === 'supervisor' && !record.purpose.startsWith(`${ADOPTED} `)
}
