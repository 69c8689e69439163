import { expect, test } from 'vitest'
import { RoleName } from '../../protocol/agents/agent.ts'
import { parseRole } from './parse-role.ts'

const NAME = RoleName.parse('reviewer')
const BLANK = { name: NAME, description: '', capabilities: [], prompt: '' }
const FRONT = '---\ndescription: Looks at work\ncapabilities: review, tests\n---\n'

test.each<[string, string, object]>([
  ['nothing', '', {}],
  ['a prompt alone', '\n You review. \n\nBe kind.\n', { prompt: 'You review. \n\nBe kind.' }],
  [
    'both parts',
    `${FRONT}\nYou review.\n`,
    { description: 'Looks at work', capabilities: ['review', 'tests'], prompt: 'You review.' },
  ],
  [
    'line ends of Windows',
    `${FRONT}You review.\n`.replaceAll('\n', '\r\n'),
    { description: 'Looks at work', capabilities: ['review', 'tests'], prompt: 'You review.' },
  ],
  [
    'no prompt, and no line end',
    FRONT.trimEnd(),
    { description: 'Looks at work', capabilities: ['review', 'tests'] },
  ],
  [
    'a prompt with dashes of its own',
    '---\ndescription: d\n---\none\n---\ntwo',
    { description: 'd', prompt: 'one\n---\ntwo' },
  ],
  [
    'odd spaces, a colon in a value, lines that say nothing and keys that nobody knows',
    '---\n  description :  a: b  \nnonsense\nmodel: x\ncapabilities: ,a, ,b c ,\n---\np',
    { description: 'a: b', capabilities: ['a', 'b c'], prompt: 'p' },
  ],
  ['a line without a colon', '---\ndescriptions\n---\np', { prompt: 'p' }],
  ['a key without a value', '---\ndescription\ncapabilities:\n---\np', { prompt: 'p' }],
  ['a first part that does not end', '---\ndescription: d\np', { prompt: '---\ndescription: d\np' }],
  [
    'dashes that are not at its beginning',
    'p\n---\ndescription: d\n---\nq',
    { prompt: 'p\n---\ndescription: d\n---\nq' },
  ],
])('a role from a file with %s', (_, text, expected) => {
  expect(parseRole(NAME, text)).toEqual({ ...BLANK, ...expected })
})
