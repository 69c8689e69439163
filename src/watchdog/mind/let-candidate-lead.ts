// The only place that tells a child to lead. A child is told once in its life, and a server only when every child that was told
// before it has yielded or is seen gone: so there are never two writers, in whatever order their words and their ends arrive.
import { findChild, type Turn } from './turn.ts'

/** To be called whenever the candidate has come further, or a child has yielded or ended. */
export function letCandidateLead(turn: Turn): void {
  const { state, effects } = turn
  const candidate = findChild(turn, state.candidate)
  if (!candidate || candidate.doomed !== null || candidate.lead !== 'not told') return
  // With nobody on the port every millisecond counts, so it need not listen first.
  const isReady = candidate.phase === 'listening' || (candidate.phase === 'loaded' && state.leader === null)
  // Safe mode writes nothing that a server writes, and waits for none: one that was killed may take long to be gone.
  const isFree =
    candidate.role === 'safe' || state.children.every(({ lead }) => lead === 'not told' || lead === 'yielded')
  if (!isReady || !isFree) return
  candidate.lead = 'told'
  effects.push({ do: 'tell', child: candidate.id, word: 'lead' })
}
