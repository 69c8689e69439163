// How states and risks of requests look.
import type { ApprovalState, Risk } from '../../protocol/approvals/approval.ts'
import type { Tone } from '../ui/tone.ts'

export const STATE_TONES: Readonly<Record<ApprovalState, Tone>> = {
  waiting: 'worry',
  approved: 'well',
  denied: 'bad',
  expired: 'quiet',
  withdrawn: 'quiet',
  used: 'well',
}

export const RISK_TONES: Readonly<Record<Risk, Tone>> = { low: 'quiet', medium: 'worry', high: 'bad' }
