// How far a release is trusted, as a colour.
import type { Release } from '../../protocol/releases/release.ts'
import type { Tone } from '../ui/tone.ts'

export const RELEASE_TONES: Readonly<Record<Release['state'], Tone>> = {
  good: 'well',
  trying: 'worry',
  bad: 'bad',
}
