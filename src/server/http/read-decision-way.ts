// Where a person decided, as the client says of itself. It only tells people where it was done, and decides nothing.
import type { FastifyRequest } from 'fastify'
import type { DecisionWay } from '../../protocol/approvals/approval.ts'

const WAYS: Readonly<Record<string, DecisionWay>> = { web: 'dashboard', cli: 'cli' }

export function readDecisionWay({ headers }: Pick<FastifyRequest, 'headers'>): DecisionWay {
  const client = headers['x-cmux-client']
  return (typeof client === 'string' && WAYS[client]) || 'http'
}
