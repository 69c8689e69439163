import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOOT_ENTRY, bootEntryAt } from '../../../test/fixtures/boot-entry.ts'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeSystemdUnit } from './systemd-unit.ts'

const lineOf = (text: string, key: string) => text.split('\n').find((line) => line.startsWith(`${key}=`))

test('[X3] the unit stays, is restarted when it fails, and leaves agents alone', () => {
  const text = makeSystemdUnit(BOOT_ENTRY)
  for (const line of [
    'KillMode=process',
    'OOMPolicy=continue',
    'Restart=on-failure',
    'WantedBy=default.target',
  ])
    expect(text.split('\n')).toContain(line)
  expect(lineOf(text, 'ExecStart')).toBe(
    `ExecStart=/bin/sh "-c" "exec \\"$$0\\" \\"$$@\\"" "/bin/node" "/h/cli.mjs" "service" "keep"`,
  )
})

test.each([
  ['a space', '/a b', '/a b', '/a b'],
  ['a percent sign', '/a%h', '/a%%h', '/a%%h'],
  ['a dollar sign', '/a$HOME', '/a$HOME', '/a$$HOME'],
  ['two dollar signs', '/a$$', '/a$$', '/a$$$$'],
  ['quotes', `/a"b'c`, `/a\\"b'c`, `/a\\"b'c`],
  ['a backslash', '/a\\nb', '/a\\\\nb', '/a\\\\nb'],
  ['a newline', '/a\nb', '/a\\x0ab', '/a\\x0ab'],
])('[X3] a path with %s is quoted', (_, path, variable, argument) => {
  const text = makeSystemdUnit(bootEntryAt(path))
  expect(lineOf(text, 'ExecStart')).toMatch(/^ExecStart=\/bin\/sh "-c" /)
  expect(lineOf(text, 'ExecStart')?.endsWith(` "${argument}" "${argument}"`)).toBe(true)
  expect(lineOf(text, 'Environment')).toBe(`Environment="PATH=${variable}"`)
  expect(text.split('\n')).toHaveLength(18)
})

const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0
// oxlint-disable-next-line no-console
if (!canVerify) console.warn('NOT RUN: the unit is tested as text only, since systemd-analyze is missing')

test.skipIf(!canVerify).each(['plain', 'a b', '100%h', '$HOME', 'it\'s "so"', 'back\\slash'])(
  '[X3] systemd accepts paths with a folder called %s',
  (name) => {
    using folder = makeTempFolder()
    const place = join(folder.path, name)
    const file = join(folder.path, 'cmux.service')
    const text = makeSystemdUnit(bootEntryAt(place))
    const env = { PATH: process.env['PATH'], HOME: folder.path, XDG_RUNTIME_DIR: folder.path }
    const verify = (unit: string) => {
      writeFileSync(file, unit)
      return spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', file], { encoding: 'utf8', env })
    }
    expect(verify(text)).toMatchObject({ status: 0, stderr: '' })
    expect(verify(text.replace('ExecStart=', 'ExecStart=nowhere'))).toMatchObject({ status: 1 })
  },
)
