// The error of a release that its rehearsal has refused.
import { CmuxError } from '../cmux-error.ts'
import { describeStep } from './describe-step.ts'
import type { RehearsalStep } from './rehearsal.ts'

export function rehearsalFailed(
  release: string,
  step: Pick<RehearsalStep, 'leg' | 'check' | 'detail'>,
): CmuxError {
  return new CmuxError('REHEARSAL_FAILED', `the rehearsal refused it: ${describeStep(step)}`, {
    hint: `all of it is in rehearsals/${release}.json of the home; what ran before is untouched`,
  })
}
