// Whether the history is what was written, in words, and what to do when it is not.
import type { Finding } from '../../host/examine-machine.ts'
import type { AuditVerification } from '../../protocol/audit.ts'

type Break = NonNullable<AuditVerification['broken']>

/** What is said of one event or several: their numbers, and the verbs that go with them. */
interface Named {
  readonly events: string
  readonly are: string
  readonly were: string
}

const WORDS: Readonly<Record<Break['kind'], (named: Named) => string>> = {
  missing: ({ events, are }) => `${events} ${are} missing`,
  changed: ({ events, are }) => `${events} ${are} altered`,
  unsealed: ({ events, were }) => `${events} ${were} written by another program than cmux`,
  rewritten: ({ events }) =>
    `rewritten among ${events}: the hash that is kept outside of the database differs`,
  cut: ({ events, are }) => `cut off: ${events} ${are} missing at the end`,
}

const FIX =
  'keep a copy of the home first, then compare with a backup (`cmux backup list`); docs/operating.md says how'

export function describeVerification(found: AuditVerification): Finding {
  const { broken, complete, checkedTo, head, hash, anchors } = found
  if (broken) return { what: 'history', state: 'fail', detail: describeBreak(broken), fix: FIX }
  if (!complete) {
    const detail = `intact up to event ${checkedTo} of ${head}; there was no time for the rest`
    return { what: 'history', state: 'warn', detail, fix: 'run cmux doctor when the machine is less busy' }
  }
  const detail = `intact: ${head} events, ${anchors} anchors, hash ${hash ?? 'none'}`
  if (anchors > 0 || head === 0) return { what: 'history', state: 'ok', detail }
  const fix = 'no anchor outside of the database was found: was HOME/audit/anchors.jsonl removed?'
  return { what: 'history', state: 'warn', detail, fix }
}

function describeBreak({ kind, first, last }: Break): string {
  const named =
    first === last
      ? { events: `event ${first}`, are: 'is', were: 'was' }
      : { events: `events ${first} to ${last}`, are: 'are', were: 'were' }
  return `the history was tampered with: ${WORDS[kind](named)}`
}
