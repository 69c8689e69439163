// What the watchdog recorded, in words for people.
import type { Recorded } from './mind/effect.ts'
import type { WaitCause } from './mind/judge-wait.ts'
import type { Cause } from './mind/state.ts'

const CAUSES: Readonly<Record<Cause, string>> = {
  crashed: 'crashed',
  hung: 'stopped answering',
  'never ready': 'was never ready',
  sick: 'said that it was unwell',
  'not startable': 'could not be started',
  killed: 'was killed by a signal that cmux did not send',
  'out of memory': 'was killed by the system because memory ran out',
}

const WAITS: Readonly<Record<WaitCause, string>> = {
  disk: 'the disk',
  memory: 'memory',
  processor: 'a processor',
}

const WORDS: { readonly [K in Recorded['kind']]: (what: Extract<Recorded, { kind: K }>) => string } = {
  failed: ({ release, cause, next }) => `Release ${release} ${CAUSES[cause]}. Next: ${next}.`,
  recovered: ({ release, cause, by }) =>
    `Release ${release} runs again (${by}), after one that ${CAUSES[cause]}.`,
  good: ({ release }) => `Release ${release} has proved itself.`,
  bad: ({ release, cause }) => `Release ${release} is bad: it ${CAUSES[cause]}.`,
  swapped: ({ from, to, why }) => `Release ${to} took over from ${from} (${why}).`,
  'not started': ({ release, why }) => `Release ${release} was not started: ${why}.`,
  refused: ({ release, cause, faults }) =>
    [`Release ${release} did not take over: it ${CAUSES[cause]}.`, ...faults].join(' '),
  declined: ({ what, busy }) =>
    `A ${what} was declined: ${busy ? 'something else was under way' : 'there is no release for it'}.`,
  'guard proved': ({ guard }) => `The watchdog ${guard} has proved itself.`,
  'guard refused': ({ guard, back }) => `The watchdog ${guard} failed its trial; ${back} is back.`,
  'disk full': () => 'The disk is full: the reserve was freed for what had to be written.',
  'disk well': () => 'There is room on the disk again.',
  slow: ({ part, cause, delayMs }) =>
    `The ${part} is slow: no answer for ${delayMs} ms, since it waits for ${WAITS[cause]}. Nobody is at fault, and nobody is killed.`,
  'slow over': ({ part, cause, worstMs, lastedMs }) =>
    `The ${part} answers in time again. It had waited for ${WAITS[cause]}: ${worstMs} ms at worst, within ${lastedMs} ms.`,
  'safe mode': ({ cause, faults }) =>
    faults.length > 0 ? faults.join(' ') : `No release is well: the last one ${CAUSES[cause]}.`,
}

/** Throws on what is no record: they come from files. */
export function describeRecord(what: Recorded): string {
  const describe = WORDS[what.kind] as (what: Recorded) => string
  return describe(what)
}
