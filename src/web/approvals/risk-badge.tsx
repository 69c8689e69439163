// How bad it would be if it were wrong, in a word.
import type { Risk } from '../../protocol/approvals/approval.ts'
import { Badge } from '../ui/badge.tsx'
import { RISK_TONES } from './state-tones.ts'

export function RiskBadge({ risk }: { readonly risk: Risk }) {
  return <Badge tone={RISK_TONES[risk]}>{risk} risk</Badge>
}
