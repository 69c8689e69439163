// The pages of commands and of the API are written from their tables. A verb or route that changes without its page would
// leave two truths.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { API_PATH, composeApiPage } from '../../scripts/api-page.ts'
import { COMMANDS_PATH, composeCommandsPage } from '../../scripts/commands-page.ts'
import { composeDecisionsPage, DECISIONS_PATH } from '../../scripts/decisions-page.ts'
import type { Verb } from '../../src/cli/verb.ts'
import { VERBS } from '../../src/cli/verbs.ts'
import { ALL_TOOLS } from '../../src/mcp/all-tools.ts'
import { ROUTES } from '../../src/protocol/routes.ts'
import { readRepository } from './read-repository.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

const verb = (name: string): Verb => ({
  name,
  args: '<id>',
  summary: 'one <task> with its history',
  example: `cmux ${name} tsk_1`,
  options: [['--all', 'include closed tasks']],
  load: () => Promise.reject(new Error('not run here')),
})

const readHere = (path: string) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8')

test('[STYLE 14] the page of commands is current: `./cmux test commands` writes it', () => {
  expect(readHere(COMMANDS_PATH)).toBe(composeCommandsPage(VERBS))
})

test('[STYLE 14] the page of the API is current: `./cmux test api` writes it', () => {
  expect(readHere(API_PATH)).toBe(composeApiPage(ROUTES, ALL_TOOLS))
})

test('[STYLE 14] the list of decisions is current: `./cmux test decisions` writes it', () => {
  expect(readHere(DECISIONS_PATH)).toBe(composeDecisionsPage(readRepository(REPOSITORY_ROOT)))
})

const NOTE_7 =
  '# 7. One writer\n\nReplaced in part by decision 9: on two hosts.\n\nA lock. The kernel frees it, see `term.ts`.\n'
const NOTE_9 =
  '# 9. Two hosts\n\nThe lock of decision 7 holds for one host, `server/lead/term.ts` included.\n'
const NOTES = [
  { path: 'docs/decisions/0007-one-writer.md', text: NOTE_7 },
  { path: 'docs/decisions/0009-two-hosts.md', text: NOTE_9 },
  { path: 'src/server/lead/term.ts', text: '' },
]

test('[STYLE 12] a decision stands under the folder whose README cites it, and says by which one it is replaced', () => {
  const readme = { path: 'src/core/lock/README.md', text: 'Decisions 3, 5 to 8 and 12 govern this folder.' }
  const page = composeDecisionsPage([...NOTES, readme])
  expect(page.slice(page.indexOf('## '))).toBe(
    [
      '## src/core/lock',
      '',
      '- [7. One writer](0007-one-writer.md): A lock. The kernel frees it, see `term.ts`. _Replaced in part by decision 9._',
      '',
      '## src/server',
      '',
      '- [9. Two hosts](0009-two-hosts.md): The lock of decision 7 holds for one host, `server/lead/term.ts` included.',
      '',
    ].join('\n'),
  )
})

test('[STYLE 12] a decision that governs nothing is refused', () => {
  expect(() => composeDecisionsPage(NOTES.slice(0, 2))).toThrow('cites decision 7, 9, and it names no file')
})

test('[STYLE 12] a route stands on the page of the API with those who may call it', () => {
  const route = { summary: 'One <task>, whole', access: ['owner', 'agent'], answer: z.null() } as const
  const open = { summary: 'Health', access: 'public', answer: z.null() } as const
  expect(composeApiPage({ 'GET /api/tasks/:id': route, 'GET /api/health': open }, [])).toContain(
    [
      '- `GET /api/health` (anybody, without a token): Health',
      '- `GET /api/tasks/:id` (owner, agent): One \\<task>, whole',
      '',
    ].join('\n'),
  )
})

test('[STYLE 12] a command stands in its section with its options and an example', () => {
  expect(composeCommandsPage([verb('task show')])).toContain(
    [
      '## Messages and tasks',
      '',
      '### `cmux task show <id>`',
      '',
      'One \\<task> with its history.',
      '',
      '- `--all`: include closed tasks',
      '',
      '```sh',
      'cmux task show tsk_1',
      '```',
      '',
    ].join('\n'),
  )
})

test('[STYLE 12] a command that no section has is refused', () => {
  expect(() => composeCommandsPage([verb('frobnicate')])).toThrow(
    'no section of docs/commands.md has: frobnicate',
  )
})
