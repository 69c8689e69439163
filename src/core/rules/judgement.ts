// What is said of one effect, and how several become one: the strictest.
import type { ToolVerdict } from './tool-judge.ts'

export interface Judgement {
  readonly verdict: ToolVerdict['verdict']
  readonly risk: ToolVerdict['risk']
  readonly says: string
  /** No rule of a policy can free it. */
  readonly isFirm: boolean
}

const RANK = { allow: 0, ask: 1, deny: 2 } as const
const RISK_RANK = { low: 0, medium: 1, high: 2 } as const

export function stricter<J extends Judgement>(a: J, b: J): J {
  if (RANK[a.verdict] !== RANK[b.verdict]) return RANK[a.verdict] > RANK[b.verdict] ? a : b
  if (a.isFirm !== b.isFirm) return a.isFirm ? a : b
  return RISK_RANK[a.risk] >= RISK_RANK[b.risk] ? a : b
}
