import { expect, test } from 'vitest'
import { readContent, type ContentPart } from './read-content.ts'

const use = (input: unknown) =>
  readContent({ kind: 'tool', content: JSON.stringify({ tool: 'T', folder: '/f', input }, undefined, 2) })

const rest = (value: unknown): ContentPart => ({ kind: 'rest', text: JSON.stringify(value, undefined, 2) })

test.each([
  ['a command', { command: 'ls -l' }, [{ kind: 'command', text: 'ls -l' }]],
  [
    'a command with more',
    { command: 'ls', timeout: 5, run_in_background: true },
    [{ kind: 'command', text: 'ls' }, rest({ timeout: 5, run_in_background: true })],
  ],
  ['a command of words', { command: ['bash', '-c', 'ls'] }, [rest({ command: ['bash', '-c', 'ls'] })]],
  ['a file', { file_path: 'a.txt', content: 'x' }, [{ kind: 'file', path: 'a.txt', text: 'x' }]],
  [
    'a change',
    { filePath: 'a', oldString: 'x', newString: 'y', replaceAll: true },
    [{ kind: 'edit', path: 'a', before: 'x', after: 'y' }, rest({ replaceAll: true })],
  ],
  ['a patch', { command: '*** Begin Patch\n+x' }, [{ kind: 'patch', text: '*** Begin Patch\n+x' }]],
  ['something else', { url: 'https://example.com' }, [rest({ url: 'https://example.com' })]],
  ['a list', ['a'], [rest(['a'])]],
  ['nothing', null, [rest(null)]],
] as const)('[U7] %s is shown as what it is, with all that it has', (_, input, parts) => {
  expect(use(input)).toEqual({ tool: 'T', folder: '/f', parts })
})

test.each([
  ['words', 'custom', 'May I?'],
  ['words that look like a tool', 'custom', '{"tool":"T","folder":"/f","input":{}}'],
  ['a tool that we did not write', 'tool', '{"tool":"T","folder":"/f","input":{},"more":1}'],
  ['what is no JSON', 'tool', '{'],
] as const)('[U7] %s stand as they are', (_, kind, content) => {
  expect(readContent({ kind, content })).toEqual({
    tool: null,
    folder: null,
    parts: [{ kind: 'words', text: content }],
  })
})

const MOVE = {
  ref: 'refs/heads/agent/ada',
  old: null,
  new: 'a'.repeat(40),
  does: '1 commit, new..aaaaaaaaaaaa',
  commits: [`${'a'.repeat(40)} Ada: a line`],
}
const PUSH = { project: 'shop', agent: 'ada', remote: 'origin', address: '/srv/shop.git', moves: [MOVE] }

test('[U7] [L4] a push is shown as where it goes and what it moves', () => {
  const ofPerson = { ...PUSH, agent: null, moves: [{ ...MOVE, old: 'b'.repeat(40), new: null, commits: [] }] }
  for (const order of [PUSH, ofPerson])
    expect(readContent({ kind: 'push', content: JSON.stringify(order, null, 2) })).toEqual({
      tool: null,
      folder: null,
      parts: [{ kind: 'push', ...order }],
    })
})

test.each([
  ['with more than is shown', { ...PUSH, more: 1 }],
  ['with a move that has more', { ...PUSH, moves: [{ ...MOVE, more: 1 }] }],
  ['with a move that is none', { ...PUSH, moves: [null] }],
  ['with commits that are no text', { ...PUSH, moves: [{ ...MOVE, commits: [{}] }] }],
  ['without moves', { ...PUSH, moves: undefined }],
])('[U7] [L4] a push %s stands as it is', (_, order) => {
  const content = JSON.stringify(order)
  expect(readContent({ kind: 'push', content }).parts).toEqual([{ kind: 'words', text: content }])
})
