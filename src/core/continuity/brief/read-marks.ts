// Lines by which agents mark decisions, questions and obstacles in what they answer: `Decision: … because …`. Pure.
import type { Decision } from '../../../protocol/agents/work-state.ts'

export interface Marks {
  readonly decisions: readonly Decision[]
  readonly openQuestions: readonly string[]
  readonly blockers: readonly string[]
}

/** As a heading, in a list, in bold: models write all of these. */
const MARK =
  /^[\s>*#-]*(?<kind>decision|decided|open question|question for you|blocker|blocked(?: by| on)?)\s*\**\s*:\s*\**\s*(?<text>\S.*)$/i
const REASON = /\s+(?:because|since|reason:|—|–)\s+/i
const LINE_MAX_CHARS = 500
const MARKS_MAX = 20

export function readMarks(answer: string): Marks {
  const found = answer.split('\n').flatMap((line) => {
    const { kind, text } = MARK.exec(line)?.groups ?? {}
    return kind === undefined || text === undefined
      ? []
      : [{ kind: kind.toLowerCase(), text: text.replace(/\**\s*$/, '').slice(0, LINE_MAX_CHARS) }]
  })
  const of = (begins: RegExp) =>
    found
      .filter(({ kind }) => begins.test(kind))
      .map(({ text }) => text)
      .slice(-MARKS_MAX)
  return {
    decisions: of(/^deci/).map(splitReason),
    openQuestions: of(/question/),
    blockers: of(/^block/),
  }
}

function splitReason(text: string): Decision {
  const [decision = text, ...reasons] = text.replace(/\.$/, '').split(REASON)
  return { decision: decision.trim(), reason: reasons.join(' ').trim() }
}
