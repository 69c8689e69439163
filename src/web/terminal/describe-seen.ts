// What is said over a terminal. Nothing, while it is live and everything arrived.
import type { Tone } from '../ui/tone.ts'
import type { Phase, Seen } from './seen.ts'

export interface SeenWords {
  readonly tone: Tone
  readonly title: string
  readonly detail?: string
}

type Rows = {
  readonly [K in Phase['kind']]: (phase: Extract<Phase, { kind: K }>) => SeenWords | undefined
}

const ROWS: Rows = {
  opening: () => ({ tone: 'quiet', title: 'Loading the screen.' }),
  live: () => undefined,
  lost: ({ sinceMs }) => ({
    tone: 'bad',
    title: `Not live since ${new Date(sinceMs).toLocaleTimeString()}.`,
    detail: 'The screen is from that time, and input is not sent. The terminal reconnects by itself.',
  }),
  closed: ({ reason }) => ({ tone: 'worry', title: `This terminal is closed: ${reason}.` }),
  refused: ({ message, hint }) => ({ tone: 'worry', title: `${message}.`, detail: hint }),
}

const UNSENT: Readonly<Record<Seen['unsent'], SeenWords | undefined>> = {
  none: undefined,
  maybe: {
    tone: 'worry',
    title: 'Your last keys may not have arrived.',
    detail: 'The connection broke right after them: check the screen.',
  },
  some: {
    tone: 'bad',
    title: 'Your last keys were not sent.',
    detail: 'There was no connection. Type them again once the terminal is live.',
  },
}

export function describeSeen({ phase, unsent }: Seen): readonly SeenWords[] {
  // The table has a row for each kind; TypeScript can't see that the row fits.
  const words = (ROWS[phase.kind] as (phase: Phase) => SeenWords | undefined)(phase)
  return [words, UNSENT[unsent]].filter((said) => said !== undefined)
}
