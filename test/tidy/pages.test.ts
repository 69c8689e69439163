// The pages that say where things are name what is there, and are short enough to be read.
import { expect, test } from 'vitest'
import { findDeadPaths } from './named-paths.ts'
import { readRepository } from './read-repository.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

const LINE_MAX = 120
const ARCHITECTURE_MAX_LINES = 200
/** A row of a table can't be broken; a tag of HTML has its text for people who see no picture. */
const UNBREAKABLE = /^\s*[|<]/

const files = readRepository(REPOSITORY_ROOT)
const paths = files.map(({ path }) => path)
const text = (path: string) => files.find((file) => file.path === path)?.text ?? ''

const FIRST = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']
const READMES = paths.filter((path) => /^(src|test)\/(.*\/)?README\.md$/.test(path))
const MANUALS = paths.filter((path) => /^docs\/[\w-]+\.md$/.test(path))
const GUIDES = [...FIRST, 'AGENTS.md', ...MANUALS, ...READMES]

test('[STYLE 1] every path that ARCHITECTURE.md, the READMEs and the manuals name is there', () => {
  expect(READMES.length).toBeGreaterThan(40)
  const dead = GUIDES.flatMap((path) =>
    findDeadPaths({ path, text: text(path) }, paths).map((name) => `${path}: ${name}`),
  )
  expect(dead).toEqual([])
})

test('[STYLE 1] ARCHITECTURE.md has every folder of src and of its core, and at most 200 lines', () => {
  const page = text('ARCHITECTURE.md')
  expect(page.split('\n').length - 1).toBeLessThanOrEqual(ARCHITECTURE_MAX_LINES)
  const told = new Set([...page.matchAll(/(?<=^| )([\w-]+)\/(?= )/gm)].map(([, name]) => name))
  const folders = paths.flatMap((path) => /^src\/(?:core\/)?([\w-]+)\//.exec(path)?.[1] ?? [])
  expect([...new Set(folders)].filter((name) => !told.has(name))).toEqual([])
})

test('[STYLE 1] no line of the first pages and the READMEs is over 120 characters', () => {
  const long = [...FIRST, ...READMES, 'docs/decisions/README.md'].flatMap((path) =>
    text(path)
      .split('\n')
      .flatMap((line, index) =>
        line.length > LINE_MAX && !UNBREAKABLE.test(line) ? [`${path}:${index + 1}: ${line.length}`] : [],
      ),
  )
  expect(long).toEqual([])
})

test('[STYLE 1] a README is short enough to be read once', () => {
  const long = READMES.filter((path) => text(path).split('\n').length > 70)
  expect(long).toEqual([])
})

const HERE = ['src/core/mail/delivery/courier.ts', 'src/web/pages/agents/row.tsx', 'docs/a.md']

test.each([
  ['a file below src', 'ARCHITECTURE.md', '`core/mail/delivery/courier.ts`', []],
  ['a file that went', 'ARCHITECTURE.md', '`core/mail/post.ts`', ['core/mail/post.ts']],
  ['a file without its folder', 'ARCHITECTURE.md', '`courier.ts`', ['courier.ts']],
  ['a folder', 'ARCHITECTURE.md', '`web/pages/` and `web/rooms/`', ['web/rooms/']],
  ['a file of its own folder', 'src/core/mail/README.md', '`courier.ts`', []],
  ['a file below its own folder', 'src/web/README.md', '`agents/row.tsx`', []],
  ['a file of another folder', 'src/web/README.md', '`courier.ts`', ['courier.ts']],
  ['what is no path', 'src/web/README.md', '`a/b` `/api/x.ts?` `store.write` `HOME/x/y` `read-….ts`', []],
  ['a link', 'src/web/README.md', '[a](../../docs/a.md#x) [b](../b.md) [c](https://x.y)', ['../b.md']],
] as const)('[STYLE 1] %s', (_, path, words, dead) => {
  expect(findDeadPaths({ path, text: words }, HERE)).toEqual(dead)
})
