// A part of a request that does not fit, as an error that says where and what; for a name also what would be one.
import type { z } from 'zod'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeNameRule, NAME_PATTERN } from '../../protocol/name-rule.ts'

/** Enough to know it again. */
const SHOWN_MAX_CHARS = 60

export function refuseInput({ issues: [issue] }: z.ZodError, place: string): CmuxError {
  const path = issue?.path ?? []
  if (issue?.code === 'invalid_format' && issue.pattern === String(NAME_PATTERN)) {
    const tried = JSON.stringify(issue.input).slice(0, SHOWN_MAX_CHARS)
    return new CmuxError('BAD_REQUEST', `${path.join('.')} can't be ${tried}`, {
      hint: describeNameRule(issue.input),
    })
  }
  return new CmuxError('BAD_REQUEST', `${[place, ...path].join('.')}: ${issue?.message ?? 'invalid'}`)
}
