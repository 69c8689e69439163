import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { installCommand, isOnPath } from './install-command.ts'

test.each([
  ['sudo apt-get install -y tmux', ['apt-get', 'brew'], false],
  ['apt-get install -y tmux', ['apt-get'], true],
  ['sudo dnf install -y tmux', ['dnf'], false],
  ['sudo pacman -S --noconfirm tmux', ['pacman'], false],
  ['sudo apk add tmux', ['apk'], false],
  ['brew install tmux', ['brew'], false],
  ['install tmux', [], false],
])('[H8] what installs a program is `%s` where there are %j (root: %s)', (command, managers, isRoot) => {
  using temp = makeTempFolder()
  for (const name of managers) writeFileSync(join(temp.path, name), '', { mode: 0o755 })
  expect(installCommand('tmux', `/nowhere::${temp.path}`, isRoot)).toBe(command)
})

test('a file that can not be run is no program', () => {
  using temp = makeTempFolder()
  writeFileSync(join(temp.path, 'tmux'), '', { mode: 0o644 })
  expect(isOnPath('tmux', temp.path)).toBe(false)
})
