// The defaults once more, in other words: a row a place, what is said of reading, looking through, writing, deleting and running.
import { describe, expect, test } from 'vitest'
import type { PathKind } from './effect.ts'
import { judgePlace, judgeUnknown } from './judge-place.ts'
import type { Judgement } from './judgement.ts'
import type { Place } from './place.ts'

const KINDS: readonly PathKind[] = ['read', 'search', 'write', 'delete', 'run']
const DOES = ['reads', 'looks through', 'writes to', 'deletes', 'runs']

const WITHOUT_WALLS = ', and no walls hold what comes of it'

/** What a word comes to. `walls` is a matter of whether there are any. */
function meaning(word: string, says: string, confined: boolean): Judgement {
  if (word === 'free' || (word === 'walls' && confined))
    return { verdict: 'allow', risk: 'low', isFirm: false, says }
  if (word === 'walls')
    return { verdict: 'ask', risk: 'medium', isFirm: false, says: `${says}${WITHOUT_WALLS}` }
  if (word === 'ask') return { verdict: 'ask', risk: 'medium', isFirm: false, says }
  if (word === 'careful') return { verdict: 'ask', risk: 'high', isFirm: false, says }
  return { verdict: 'deny', risk: 'high', isFirm: word === 'never', says }
}

const PLACES: readonly (readonly [place: Place, words: string, says: string])[] = [
  ['stream', 'free free free deny ask', 'a stream'],
  ['wire', 'ask ask ask ask ask', 'the network'],
  ['process', 'deny deny deny deny deny', 'the inside of a process'],
  ['own mail', 'free free never never never', 'its mail'],
  ['cmux', 'never never never never never', 'the files of cmux itself'],
  ['terminals', 'never never never never never', 'a socket by which other programs are reached'],
  ['credentials', 'deny deny deny deny deny', 'somebody’s credentials'],
  ['secret', 'careful careful careful careful careful', 'what may be a secret'],
  ['settings', 'free free careful careful careful', 'settings that say what programs run'],
  ['git folder', 'free free careful careful careful', 'the inside of git'],
  ['workspace itself', 'free free free careful walls', 'the whole workspace'],
  ['workspace', 'free free free free walls', 'its workspace'],
  ['temporary', 'free free free walls walls', 'a temporary file'],
  ['cache', 'free free careful careful ask', 'a store that programs share'],
  ['hidden', 'ask careful deny deny careful', 'hidden files of the person'],
  ['system', 'free free deny deny ask', 'the system'],
  ['elsewhere', 'free free careful deny ask', 'outside of its workspace'],
]

describe.each([true, false])('with walls: %o', (confined) => {
  test.each(PLACES)('[O2] %s: %s', (place, words, says) => {
    const judged = KINDS.map((kind) => judgePlace(kind, place, '/a/b', confined))
    const expected = words
      .split(' ')
      .map((word, index) => meaning(word, `${DOES[index]} /a/b: ${says}`, confined))
    expect(judged).toEqual(expected)
  })

  test('[O2] a path that nobody can know', () => {
    const judged = KINDS.map((kind) => judgeUnknown(kind, '$X', confined))
    const expected = ['walls', 'walls', 'ask', 'careful', 'ask'].map((word, index) =>
      meaning(word, `${DOES[index]} $X, and nobody can say before what that is`, confined),
    )
    expect(judged).toEqual(expected)
  })
})
