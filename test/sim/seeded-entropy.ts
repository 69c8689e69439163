// Ids and secrets that a seed gives: the same seed, the same life, down to the last letter.
import type { Entropy } from '../../src/core/entropy.ts'
import type { Random } from './random.ts'

const BASE32 = Array.from('0123456789abcdefghjkmnpqrstvwxyz')
const ID_CHARS = 26
const SECRET_CHARS = 43

export function makeSeededEntropy(random: Random): Entropy {
  const letters = (count: number) => Array.from({ length: count }, () => random.pick(BASE32)).join('')
  // Ids sort by age, so a counter comes first.
  let count = 0
  return {
    // One cast for the brand, as the real one has.
    id: ((prefix: string) => {
      count += 1
      const age = String(count).padStart(10, '0')
      return `${prefix}_${age}${letters(ID_CHARS - age.length)}`
    }) as Entropy['id'],
    uuid: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
    secret: () => `cmux_${letters(SECRET_CHARS)}`,
  }
}
