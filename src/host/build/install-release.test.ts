import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { installRelease } from './install-release.ts'

const PROGRAMS = {
  'server.mjs': 'serve()',
  'watchdog.mjs': 'pick()',
  'guard.mjs': 'guard()',
  'safe-mode.mjs': 'save()',
}
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

function makeBuild(folder: string, id: string): { build: string; home: string } {
  const build = join(folder, `build-${id}`)
  mkdirSync(build)
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(build, name), text)
  const files = Object.fromEntries(Object.entries(PROGRAMS).map(([name, text]) => [name, sumOf(text)]))
  writeFileSync(join(build, 'manifest.json'), JSON.stringify({ id, version: '1', files }))
  return { build, home: join(folder, 'home') }
}

const ledgerOf = (home: string) =>
  JSON.parse(readFileSync(join(home, 'watchdog', 'state.json'), 'utf8')) as Record<string, unknown>

test('[P5] a new release is installed whole, pointed at, and on trial with its tries', () => {
  using folder = makeTempFolder()
  const { build, home } = makeBuild(folder.path, 'one')
  expect(installRelease(home, build)).toBe('one')
  expect(readlinkSync(join(home, 'current'))).toBe(join('releases', 'one'))
  expect(ledgerOf(home)).toMatchObject({ current: 'one', phase: 'trying', triesLeft: 3, good: [], bad: [] })
})

test('[R4] what failed stays marked when it is installed again, and a damaged ledger is read from its twin', () => {
  using folder = makeTempFolder()
  const { build, home } = makeBuild(folder.path, 'one')
  installRelease(home, build)
  const known = {
    ...ledgerOf(home),
    current: 'two',
    phase: 'good',
    good: ['two', 'three'],
    bad: ['one', 'x'],
  }
  writeFileSync(join(home, 'watchdog', 'state.twin.json'), JSON.stringify(known))
  writeFileSync(join(home, 'watchdog', 'state.json'), '{"current": "tw')
  installRelease(home, build)
  const expected = { current: 'one', phase: 'trying', good: ['two', 'three'], bad: ['one', 'x'] }
  expect(ledgerOf(home)).toMatchObject(expected)
  expect(readFileSync(join(home, 'watchdog', 'state.twin.json'), 'utf8')).toBe(
    readFileSync(join(home, 'watchdog', 'state.json'), 'utf8'),
  )
})

test('[R1] what was good before stays in the ledger, and a release that is good needs no new trial', () => {
  using folder = makeTempFolder()
  const { build, home } = makeBuild(folder.path, 'one')
  installRelease(home, build)
  writeFileSync(
    join(home, 'watchdog', 'state.json'),
    JSON.stringify({ ...ledgerOf(home), phase: 'good', good: ['one'] }),
  )
  installRelease(home, build)
  expect(ledgerOf(home)).toMatchObject({ current: 'one', phase: 'good', good: ['one'] })
  installRelease(home, makeBuild(folder.path, 'two').build)
  expect(ledgerOf(home)).toMatchObject({ current: 'two', phase: 'trying', triesLeft: 3, good: ['one'] })
})

test.each([
  ['changed', (path: string) => writeFileSync(path, 'worse()')],
  ['gone', (path: string) => rmSync(path)],
])('[P5] a release of which a file is %s is set aside and installed anew', (_, damage) => {
  using folder = makeTempFolder()
  const { build, home } = makeBuild(folder.path, 'one')
  installRelease(home, build)
  const path = join(home, 'releases', 'one', 'server.mjs')
  damage(path)
  installRelease(home, build)
  expect(readFileSync(path, 'utf8')).toBe('serve()')
  expect(readdirSync(home).filter((name) => name.startsWith('set-aside-'))).toHaveLength(1)
})

test('[P5] a damaged build is refused, and nothing of it stays', () => {
  using folder = makeTempFolder()
  const { build, home } = makeBuild(folder.path, 'one')
  writeFileSync(join(build, 'server.mjs'), 'worse()')
  expect(() => installRelease(home, build)).toThrow('server.mjs is not what was built')
  expect(readdirSync(join(home, 'releases'))).toEqual([])
})
