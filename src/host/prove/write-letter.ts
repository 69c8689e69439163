// The messages of a run: short ones, long ones that agents read from a file, and all kinds of writing. A function of the seed.
import { createHash } from 'node:crypto'
import { makeSeededRandom, type Random } from '../../lib/seeded-random.ts'
import type { Accepted } from './judge-ledger.ts'

export interface Letter extends Accepted {
  readonly body: string
}

/** Words that a careless program breaks: wide, combining, joined, right to left, outside of the first plane, and lookalikes of our own marks. */
const WORDS = [
  'tmux',
  'façade',
  'Ångström',
  'é̂́',
  '漢字かな',
  '한국어',
  'שלום',
  'مرحبا',
  'नमस्ते',
  '👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢',
  '| quoted',
  '"; rm -rf $HOME #',
  '%s %d \\n',
  '[end of cmux mail',
]
const LONG_SHARE = 0.02
const UNICODE_SHARE = 0.4
/** Above what is pasted whole, so that the rest is read from a file. */
const LONG_LINES = [100, 300] as const
const WORDS_A_LINE = 8

export function writeLetter(seed: number, from: string, number: number, agents: readonly string[]): Letter {
  const hash = createHash('sha256').update(`${seed} ${from} ${number}`).digest()
  const random = makeSeededRandom(hash.readUInt32LE())
  const id = `prove-${seed}-${from}-${number}`
  // The only line that tells a demo agent to do anything: answering is its shortest turn.
  const lines = [`say ${number}`]
  if (random.chance(UNICODE_SHARE)) lines.push(writeLine(random))
  if (random.chance(LONG_SHARE))
    for (let count = random.between(...LONG_LINES); count > 0; count -= 1) lines.push(writeLine(random))
  const body = lines.join('\n')
  return { id, from, to: random.pick(agents), body, sum: sumOf(body) }
}

const writeLine = (random: Random) =>
  `· ${Array.from({ length: WORDS_A_LINE }, () => random.pick(WORDS)).join(' ')}`

export function sumOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16)
}
