import { describe, expect, test } from 'vitest'
import type { Effect } from './effect.ts'
import { isAskedAtPush, pushesToCmux } from './is-asked-at-push.ts'

const effect = (command: string, change: Partial<Effect> = {}): Effect =>
  ({
    kind: 'push',
    part: command,
    words: command.split(' ').map((word) => (word === '?' ? null : word)),
    isAside: false,
    runs: { folders: ['/w/ada'], isFed: false },
    note: null,
    host: null,
    ...change,
  }) as Effect

describe('[L4] a push that cmux makes is asked about when it happens', () => {
  test.each<[boolean, string, Partial<Effect>?]>([
    [true, 'git push'],
    [true, 'git push -u origin agent/ada'],
    [true, 'git push --force-with-lease origin HEAD:fix', { kind: 'forced push' }],
    [true, 'git push origin :old', { kind: 'forced push' }],
    [false, 'git push https://example.com/x'],
    [false, 'git push ../other main'],
    [false, 'git push git@example.com:x'],
    [false, 'git push --receive-pack=x origin'],
    [false, 'git push --repo=https://example.com/x'],
    [false, 'git push -o x origin'],
    [false, 'git push ?'],
    [false, 'git send-pack origin'],
    [false, 'npm publish'],
    [false, 'git push', { kind: 'network' }],
    [false, 'git push', { isAside: true }],
    [false, 'git push', { runs: { folders: ['/w/ada', '/w/ada/nested'], isFed: false } }],
    [false, 'git push', { runs: { folders: [null], isFed: false } }],
    [false, 'git push', { runs: { folders: ['/w/ada'], isFed: true } }],
  ])('%s: %s', (expected, command, change) =>
    expect(isAskedAtPush(effect(command, change), '/w/ada')).toBe(expected),
  )
})

const ORIGIN = '[remote "origin"]\n url = cmux::origin\n'

describe('[L4] a workspace whose remotes are cmux', () => {
  test.each<[boolean, string, string | undefined]>([
    [true, 'as it is made', `[alias]\n remote-cmux = !sh x\n${ORIGIN}[push]\n default = current\n`],
    [true, 'with a branch that follows', `${ORIGIN}[branch "a"]\n remote = origin\n merge = refs/heads/a\n`],
    [true, 'with a second one', `${ORIGIN}[remote "fork"]\n url = cmux::fork\n`],
    [false, 'without one', '[core]\n bare = false\n'],
    [false, 'that is gone', undefined],
    [false, 'with another address', `${ORIGIN}[remote "evil"]\n url = https://example.com\n`],
    [false, 'with another address for pushes', `${ORIGIN} pushurl = https://example.com\n`],
    [false, 'with a program for pushes', `${ORIGIN} receivepack = ./x\n`],
    [false, 'with a helper of another name', `${ORIGIN} vcs = evil\n`],
    [false, 'with an address in place of others', `${ORIGIN}[url "https://x/"]\n pushInsteadOf = cmux::\n`],
    [false, 'with settings from elsewhere', `${ORIGIN}[include]\n path = ../x\n`],
    [false, 'with settings from elsewhere for a folder', `${ORIGIN}[includeIf "gitdir:x"]\n path = ../x\n`],
    [false, 'that pushes elsewhere by default', `${ORIGIN}[remote]\n pushDefault = https://x\n`],
    [false, 'with a branch that is pushed elsewhere', `${ORIGIN}[branch "a"]\n pushRemote = https://x\n`],
    [false, 'with a branch that follows an address', `${ORIGIN}[branch "a"]\n remote = https://x\n`],
    [false, 'with settings for a work tree', `${ORIGIN}[extensions]\n worktreeConfig = true\n`],
  ])('%s: %s', (expected, _, text) => expect(pushesToCmux(text)).toBe(expected))
})
