import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { settleWalls } from './settle-walls.ts'

function makePlace() {
  const folder = makeTempFolder()
  const path = realpathSync(folder.path)
  return { at: (name: string) => join(path, name), [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

test('[O6] what is not there is left out, unless it is to be made', async () => {
  using place = makePlace()
  const [gone, made] = [place.at('gone'), place.at('a/b')]
  const walls = [
    { kind: 'hidden', path: gone },
    { kind: 'writable', path: gone },
    { kind: 'writable', path: made, make: true },
    { kind: 'hidden', path: gone, pinned: true },
  ] as const
  expect(await settleWalls(walls)).toEqual([
    { path: made, kind: 'writable', source: made, isFolder: true },
    { path: gone, kind: 'hidden', source: gone, isFolder: true, isPinned: true },
  ])
})

test('[O6] a wall stands where a link leads, and every link on the way is known by its words', async () => {
  using place = makePlace()
  mkdirSync(place.at('real/bin'), { recursive: true })
  symlinkSync('real', place.at('alias'))
  symlinkSync(place.at('alias/bin'), place.at('tools'))
  expect(await settleWalls([{ kind: 'readable', path: place.at('tools') }])).toEqual([
    { path: place.at('real/bin'), kind: 'readable', source: place.at('real/bin'), isFolder: true },
    { path: place.at('tools'), kind: 'link', source: place.at('alias/bin'), isFolder: false },
    { path: place.at('alias'), kind: 'link', source: 'real', isFolder: false },
  ])
})

test('[O6] [P7] where an agent may have written, a link is followed only as far as that folder', async () => {
  using place = makePlace()
  for (const name of ['work/own', 'secret']) mkdirSync(place.at(name), { recursive: true })
  const links = { inside: 'own', out: '../secret', itself: '.', around: '..' }
  for (const [name, text] of Object.entries(links)) symlinkSync(text, place.at(`work/${name}`))
  const settle = (name: string) =>
    settleWalls([{ kind: 'readable', path: place.at(`work/${name}`), within: place.at('work') }])
  expect((await settle('inside'))[0]).toMatchObject({ path: place.at('work/own'), kind: 'readable' })
  expect(await settle('not-there')).toEqual([])
  for (const name of ['out', 'itself', 'around'])
    await expect(settle(name)).rejects.toThrow(`${place.at(`work/${name}`)} leads out of ${place.at('work')}`)
})

test('[O6] a copy is made once, or again when theirs is newer, and never through a link that stands in its place', async () => {
  using place = makePlace()
  const [path, from, precious] = [place.at('theirs'), place.at('box/own'), place.at('precious')]
  const settle = (when: 'first' | 'newer') => settleWalls([{ kind: 'copy', path, from, when }])
  writeFileSync(path, 'one')
  writeFileSync(precious, 'precious')
  expect(await settle('first')).toEqual([{ path, kind: 'writable', source: from, isFolder: false }])
  writeFileSync(path, 'two')
  await settle('first')
  expect(readFileSync(from, 'utf8')).toBe('one')
  utimesSync(from, 0, 0)
  await settle('newer')
  expect(readFileSync(from, 'utf8')).toBe('two')
  const linked = place.at('box/linked')
  symlinkSync(precious, linked)
  await settleWalls([{ kind: 'copy', path, from: linked, when: 'first' }])
  expect([lstatSync(linked).isFile(), readFileSync(precious, 'utf8')]).toEqual([true, 'precious'])
})

test('[O6] a copy has only what is said of this folder and those around it', async () => {
  using place = makePlace()
  const [path, from] = [place.at('theirs'), place.at('box/own')]
  const settle = async () => {
    rmSync(from, { force: true })
    await settleWalls([
      { kind: 'copy', path, from, when: 'first', only: { key: 'projects', folder: '/persons/w/a' } },
    ])
    return JSON.parse(readFileSync(from, 'utf8')) as unknown
  }
  const of = { history: ['what was asked'] }
  const projects = {
    '/persons/w/a': of,
    '/persons/w': of,
    '/persons/w/ab': of,
    '/persons/w/a/b': of,
    '/persons': of,
    '/x': of,
  }
  writeFileSync(path, JSON.stringify({ theme: 'dark', projects }))
  const kept = { '/persons/w/a': of, '/persons/w': of, '/persons': of }
  expect(await settle()).toEqual({ theme: 'dark', projects: kept })
  writeFileSync(path, '{"theme":"dark"}')
  expect(await settle()).toEqual({ theme: 'dark' })
  writeFileSync(path, '{"projects":{"/x": half')
  expect(await settle()).toEqual({})
})

test("[O6] a program brings its packages along, and no folder of the agent's own is missing", async () => {
  using place = makePlace()
  const real = place.at('lib/node_modules/tool/cli.js')
  mkdirSync(join(real, '..'), { recursive: true })
  writeFileSync(real, '')
  const settled = await settleWalls([
    { kind: 'program', path: real, homes: [] },
    { kind: 'private', path: place.at('config'), from: place.at('box/config') },
  ])
  expect(settled.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    `readable ${real}`,
    `readable ${place.at('lib/node_modules/tool')}`,
    `readable ${place.at('lib/node_modules')}`,
    `writable ${place.at('config')}`,
  ])
  expect(existsSync(place.at('box/config'))).toBe(true)
})

test('[O6] an empty place stands where its name leads, and the name stays', async () => {
  using place = makePlace()
  mkdirSync(place.at('data/olga'), { recursive: true })
  symlinkSync('data', place.at('home'))
  expect(await settleWalls([{ kind: 'hidden', path: place.at('home/olga'), pinned: true }])).toEqual([
    {
      path: place.at('data/olga'),
      kind: 'hidden',
      source: place.at('data/olga'),
      isFolder: true,
      isPinned: true,
    },
    { path: place.at('home'), kind: 'link', source: 'data', isFolder: false },
  ])
})

test('[O6] what is not there yet stands where the folders around it lead', async () => {
  using place = makePlace()
  mkdirSync(place.at('data/olga'), { recursive: true })
  symlinkSync(place.at('data'), place.at('home'))
  writeFileSync(place.at('ours'), '')
  const at = (name: string) => place.at(`home/olga/${name}`)
  const settled = await settleWalls([
    { kind: 'private', path: at('.claude'), from: place.at('box') },
    { kind: 'given', path: at('.claude/settings.json'), from: place.at('ours') },
    { kind: 'hidden', path: at('.config'), pinned: true },
  ])
  expect(settled.map(({ path }) => path)).toEqual(
    ['.claude', '.claude/settings.json', '.config'].map((name) => place.at(`data/olga/${name}`)),
  )
})

test('[O6] names that end with a version are found', async () => {
  using place = makePlace()
  for (const name of ['java-17', 'java-21', 'javascript']) mkdirSync(place.at(name))
  const settled = await settleWalls([{ kind: 'family', path: place.at('java-') }])
  expect(settled.map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
    `readable ${place.at('java-17')}`,
    `readable ${place.at('java-21')}`,
  ])
})

test('[O6] a file or a folder of ours stands where another is not to be, whatever is there', async () => {
  using place = makePlace()
  const [path, from, folder] = [place.at('home/settings.json'), place.at('ours.json'), place.at('ours')]
  writeFileSync(from, '{}')
  mkdirSync(folder)
  const wall = { kind: 'given', path, from } as const
  expect(await settleWalls([wall, { ...wall, from: folder }])).toEqual([
    { path, kind: 'readable', source: from, isFolder: false },
    { path, kind: 'readable', source: folder, isFolder: true },
  ])
  expect(await settleWalls([{ ...wall, from: place.at('gone') }])).toEqual([])
})
