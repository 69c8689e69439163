// A part of a request that does not fit, as an error that says where and what; for a name or an id also what would be one.
import type { z } from 'zod'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeNameRule, NAME_PATTERN } from '../../protocol/access/name-rule.ts'

/** Enough to know it again. */
const SHOWN_MAX_CHARS = 60

export function refuseInput({ issues: [issue] }: z.ZodError, place: string): CmuxError {
  const path = issue?.path ?? []
  const hint = issue && describeRule(issue)
  if (issue && hint !== undefined) {
    const tried = JSON.stringify(issue.input).slice(0, SHOWN_MAX_CHARS)
    return new CmuxError('BAD_REQUEST', `${path.join('.')} can't be ${tried}`, { hint })
  }
  return new CmuxError('BAD_REQUEST', `${[place, ...path].join('.')}: ${issue?.message ?? 'invalid'}`)
}

function describeRule(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_format') return undefined
  if (issue.pattern === String(NAME_PATTERN)) return describeNameRule(issue.input)
  // Only ids are made of parts, and what they say of themselves is all that is to be said.
  return issue.format === 'template_literal' ? issue.message : undefined
}
