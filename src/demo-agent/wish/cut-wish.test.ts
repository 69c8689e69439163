import { expect, test } from 'vitest'
import { cutWish } from './cut-wish.ts'

test.each([
  ['one thing', 'Write a poem about tmux', ['Write a poem about tmux']],
  [
    'at its "and", with the verb carried on',
    'Write a poem about tmux and a test for it',
    ['Write a poem about tmux', 'Write a test for it'],
  ],
  ['at "and" with verbs of their own', 'Mend the door, and then paint it', ['Mend the door', 'paint it']],
  [
    'sentences, not at the "and" within them',
    'Mend the doors and windows. Paint the wall; sweep the floor.',
    ['Mend the doors and windows.', 'Paint the wall;', 'sweep the floor.'],
  ],
  ['a greeting stays with what follows', 'Hi! Write a poem.', ['Hi! Write a poem.']],
  ['list items', '- poem\n* test\n\n3. the docs', ['poem', 'test', 'the docs']],
  ['all that is too much is in the last', 'a b\nc d\ne f\ng h\ni j', ['a b', 'c d', 'e f', 'g h i j']],
  ['scripts without blanks', '写一首诗。写一个测试。', ['写一首诗。 写一个测试。']],
  ['right to left', 'اكتب قصيدة. اكتب اختبارا.', ['اكتب قصيدة.', 'اكتب اختبارا.']],
  ['an emoji', '🎉', ['🎉']],
  ['nothing', ' \n\n \t\r\n---\n\u200b', []],
])('[A4] cuts %s', (_, wish, pieces) => {
  expect(cutWish(wish)).toEqual(pieces)
})
