import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../test/fixtures/temp-folder.ts'
import { bringTools } from './bring-tools.ts'

/** A machine whose only programs are these scripts. */
function makeMachine(folder: string, programs: Record<string, string>) {
  const path = join(folder, 'bin')
  mkdirSync(path)
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(path, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return {
    path,
    bring(isRoot: boolean): string[] {
      const said: string[] = []
      bringTools(['tmux', 'bwrap'], { state: folder, say: (text) => said.push(text), path, isRoot })
      return said
    },
  }
}

/** Fails until its package list was brought up to date, then "installs" both tools; writes down what it was asked. */
const aptGet = (folder: string) => `echo "$@" >> '${folder}/log'
if [ "$1" = update ]; then : > '${folder}/updated'; exit 0; fi
[ -f '${folder}/updated' ] || exit 100
for name in tmux bwrap; do printf '#!/bin/sh\\n' > '${folder}/bin/'$name; /bin/chmod +x '${folder}/bin/'$name; done`

const linux = process.platform === 'linux'
// oxlint-disable-next-line no-console
if (!linux) console.warn('NOT RUN: installing tools, since this system has no apt-get')
const INSTALL = 'install -y -qq --no-install-recommends tmux bubblewrap'

test.runIf(linux)('[launcher] without a password it says once what to type, and never again', async () => {
  using folder = makeTempFolder()
  const machine = makeMachine(folder.path, { 'apt-get': 'exit 1', sudo: 'exit 1' })
  expect(machine.bring(false)).toEqual([`tmux and bwrap missing; install with: sudo apt-get ${INSTALL}`])
  expect(machine.bring(false)).toEqual([])
})

test.runIf(linux).each([
  { who: 'root', isRoot: true },
  { who: 'passwordless sudo', isRoot: false },
])(
  '[launcher] with $who it installs, after bringing an empty package list up to date',
  async ({ isRoot }) => {
    using folder = makeTempFolder()
    const sudo = 'shift\nexec "$@"'
    const machine = makeMachine(folder.path, { 'apt-get': aptGet(folder.path), sudo, true: 'exit 0' })
    expect(machine.bring(isRoot)).toEqual(['installing tmux and bwrap…'])
    expect(machine.bring(isRoot)).toEqual([])
    expect(readFileSync(join(folder.path, 'log'), 'utf8').split('\n')).toEqual([
      INSTALL,
      'update -qq',
      INSTALL,
      '',
    ])
    expect(existsSync(join(folder.path, 'tools-told'))).toBe(false)
  },
)
