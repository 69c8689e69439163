// Whether the history is what was written, in words, and what to do when it is not.
import type { Finding } from '../host/examine-machine.ts'
import type { AuditVerification } from '../protocol/audit.ts'

type Break = NonNullable<AuditVerification['broken']>

/** What is said of one event or several: their numbers, and the verbs that go with them. */
interface Named {
  readonly events: string
  readonly are: string
  readonly were: string
}

const WORDS: Readonly<Record<Break['kind'], (named: Named) => string>> = {
  missing: ({ events, are }) => `${events} ${are} gone from it`,
  changed: ({ events }) => `what it says of ${events} is not what was written`,
  unsealed: ({ events, were }) => `${events} ${were} written into it past cmux`,
  rewritten: ({ events }) =>
    `among ${events} it was rewritten: it does not fit the hash that was kept outside of it`,
  cut: ({ events, are }) => `it was cut off: ${events} ${are} gone from its end`,
}

const FIX =
  'keep a copy of the home first, then compare with a backup (`cmux backup list`); docs/operating.md says how'

export function describeVerification(found: AuditVerification): Finding {
  const { broken, complete, checkedTo, head, hash, anchors } = found
  if (broken) return { what: 'history', state: 'fail', detail: describeBreak(broken), fix: FIX }
  if (!complete) {
    const detail = `whole up to event ${checkedTo} of ${head}; there was no time for the rest`
    return { what: 'history', state: 'warn', detail, fix: 'cmux doctor, when the machine has less to do' }
  }
  const detail = `whole: ${head} events, ${anchors} anchors, hash ${hash ?? 'none'}`
  if (anchors > 0 || head === 0) return { what: 'history', state: 'ok', detail }
  const fix = 'nothing outside of the database vouches for it: was HOME/audit/anchors.jsonl removed?'
  return { what: 'history', state: 'warn', detail, fix }
}

function describeBreak({ kind, first, last }: Break): string {
  const named =
    first === last
      ? { events: `event ${first}`, are: 'is', were: 'was' }
      : { events: `events ${first} to ${last}`, are: 'are', were: 'were' }
  return `the history was changed: ${WORDS[kind](named)}`
}
