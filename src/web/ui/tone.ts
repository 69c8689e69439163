// How a thing stands, as a colour: one table for dots, badges and notices. Colour never says it alone; a word stands beside it.

export type Tone = 'well' | 'busy' | 'worry' | 'bad' | 'quiet'

export const TEXT_OF: Readonly<Record<Tone, string>> = {
  well: 'text-well',
  busy: 'text-accent',
  worry: 'text-worry',
  bad: 'text-bad',
  quiet: 'text-quiet',
}

export const EDGE_OF: Readonly<Record<Tone, string>> = {
  well: 'border-well/50',
  busy: 'border-accent/50',
  worry: 'border-worry/60',
  bad: 'border-bad/60',
  quiet: 'border-line',
}
