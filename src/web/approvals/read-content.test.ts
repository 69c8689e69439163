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
