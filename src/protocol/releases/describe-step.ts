// A step of a rehearsal in a sentence. Apart from the schemas, so that the CLI can say it without loading zod.
import type { RehearsalStep } from './rehearsal.ts'

/** `front end: index.html is missing`; the leg is named where it is not the first. */
export function describeStep({
  leg,
  check,
  detail,
}: Pick<RehearsalStep, 'leg' | 'check' | 'detail'>): string {
  return `${leg === 'forward' ? '' : `${leg}: `}${check}: ${detail}`
}
