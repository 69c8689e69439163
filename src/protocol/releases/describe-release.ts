// The states of a release in words, the same in the terminal and on the page. What is stored and sent keeps its names.
import type { Release } from './release.ts'

const STATES: Readonly<Record<Release['state'], string>> = {
  good: 'healthy',
  trying: 'on probation',
  bad: 'bad',
}

export const describeReleaseState = (state: Release['state']): string => STATES[state]
