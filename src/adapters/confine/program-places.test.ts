import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { listProgramPlaces, listProgramsPlaces } from './program-places.ts'

const HOMES = ['/people/olga']
const PARTS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'include', 'pyvenv.cfg']
const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
const partsOf = (prefix: string) => PARTS.map((name) => `${prefix}/${name}`)

test.each<[string, program: string, belongs: string[]]>([
  [
    'libraries of its prefix, and not the prefix',
    '/srv/tool/bin/x',
    [...partsOf('/srv/tool'), '/srv/tool/share/x'],
  ],
  ['nothing beside it in a home', '/people/olga/bin/x', ['/people/olga/bin', '/people/olga/share/x']],
  ['not the home that it lies in', '/people/olga/x', []],
  ['not a folder around homes', '/people/x', []],
  ['not a folder of the root', '/srv/x', []],
  ['its own folder', '/srv/tool/x', ['/srv/tool']],
  ['its package below /opt', '/opt/tool/y/x', ['/opt/tool/y', '/opt/tool']],
  ['not all of /opt', '/opt/x', []],
  [
    'the packages that it was installed with',
    '/srv/a/node_modules/b/node_modules/c/x.js',
    ['/srv/a/node_modules/b/node_modules/c', '/srv/a/node_modules'],
  ],
])('[O6] to a program belong: %s', (_, program, belongs) => {
  const listed = listProgramPlaces(program, program, HOMES)
  const expected = [program, ...belongs].map((path) => ({ kind: 'readable', path }))
  expect(listed.toSorted(byPath)).toEqual(expected.toSorted(byPath))
})

test('[O6] a folder of the PATH brings its libraries, and the programs that its links lead to, but none in a home', async () => {
  using folder = makeTempFolder()
  const root = realpathSync(folder.path)
  const at = (name: string) => join(root, name)
  for (const name of ['local/bin/own', 'far/tool/bin/x', 'olga/work/private.sh', 'olga/work/diary.txt']) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), '')
  }
  symlinkSync('own', at('local/bin/alias'))
  symlinkSync(at('far/tool/bin/x'), at('local/bin/x'))
  symlinkSync(at('olga/work/private.sh'), at('local/bin/private'))
  symlinkSync('/nowhere/at/all', at('local/bin/dangling'))
  const listed = (await listProgramsPlaces(at('local/bin'), [at('olga')])).map(({ path }) => path)
  expect(listed.toSorted()).toEqual(
    [
      ...partsOf(at('local')),
      at('far/tool/bin/x'),
      ...partsOf(at('far/tool')),
      at('far/tool/share/x'),
    ].toSorted(),
  )
})
