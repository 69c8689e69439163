import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder, type TempFolder } from '../../../test/fixtures/temp-folder.ts'
import { examiner } from './examiner.ts'

const examine = examiner({
  program: 'agent',
  oldest: '1.10.2',
  install: 'npm install -g agent',
  login: 'run `agent login`',
  isLoggedIn: async ({ AGENT_KEY }) => AGENT_KEY !== undefined,
})

function install(folder: TempFolder, script: string, mode = 0o755): string {
  const path = join(folder.path, 'agent')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, mode)
  return path
}

test.each([
  ['echo "agent 1.10.2 (build 7)"', { kind: 'ready', version: '1.10.2' }],
  ['echo 2.0.0', { kind: 'ready', version: '2.0.0' }],
  ['echo 1.9.9', { kind: 'too old', detail: 'agent 1.9.9; cmux needs 1.10.2' }],
  ['echo hello', { kind: 'broken' }],
  ['echo "cannot load 9.9.9" >&2; exit 3', { kind: 'broken' }],
])('[A4] a program that says %j', async (script, expected) => {
  using folder = makeTempFolder()
  install(folder, script)
  expect(await examine({ PATH: `${folder.path}:/bin`, AGENT_KEY: 'k' })).toMatchObject(expected)
})

test('[A4] a program that is not there, or may not be run, is missing', async () => {
  using folder = makeTempFolder()
  const missing = {
    kind: 'missing',
    detail: 'agent is not on the PATH',
    hint: 'install it: npm install -g agent',
  }
  expect(await examine({ PATH: folder.path })).toEqual(missing)
  install(folder, 'echo 2.0.0', 0o644)
  expect(await examine({ PATH: folder.path })).toEqual(missing)
  expect(await examine({})).toEqual(missing)
})

test('[A4] a program that nobody logged in to says how to', async () => {
  using folder = makeTempFolder()
  install(folder, 'echo 2.0.0')
  expect(await examine({ PATH: `${folder.path}:/bin` })).toEqual({
    kind: 'not logged in',
    detail: 'agent 2.0.0 is not logged in',
    hint: 'run `agent login`',
  })
})

test('[P7] a program that is asked for its version gets no key', async () => {
  using folder = makeTempFolder()
  install(folder, `test -z "$AGENT_KEY" && echo 2.0.0`)
  expect(await examine({ PATH: `${folder.path}:/bin`, AGENT_KEY: 'k' })).toMatchObject({ version: '2.0.0' })
})
