import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { installCommand, isOnPath } from './find-program.ts'

test.each([
  ['sudo apt-get install tmux', ['apt-get', 'brew']],
  ['sudo dnf install tmux', ['dnf']],
  ['sudo pacman -S tmux', ['pacman']],
  ['sudo apk add tmux', ['apk']],
  ['brew install tmux', ['brew']],
  ['install tmux', []],
])('what installs a program is `%s` where there are %j', (command, managers) => {
  using temp = makeTempFolder()
  for (const name of managers) writeFileSync(join(temp.path, name), '', { mode: 0o755 })
  expect(installCommand('tmux', `/nowhere::${temp.path}`)).toBe(command)
})

test('a file that can not be run is no program', () => {
  using temp = makeTempFolder()
  writeFileSync(join(temp.path, 'tmux'), '', { mode: 0o644 })
  expect(isOnPath('tmux', temp.path)).toBe(false)
})
