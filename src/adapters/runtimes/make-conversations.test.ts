// Conversations in the files of their programs, with real processes that have them open.
import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantConversation } from '../../../test/fixtures/plant-conversation.ts'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeConversations } from './make-conversations.ts'

const SESSION = '3580c77c-9068-46a4-a392-a6526c2cd59a'
const OTHER = '11111111-9068-46a4-a392-a6526c2cd59a'

test.each(['claude', 'codex'] as const)(
  '[L6] a conversation of %s is found with its folder, and by no other id',
  async (runtime) => {
    using temp = makeTempFolder()
    const { find } = makeConversations({ HOME: temp.path })
    expect(await find({ runtime, session: SESSION })).toBe(undefined)
    plantConversation(temp.path, runtime, SESSION, '/srv/shop')
    expect(await find({ runtime, session: SESSION })).toEqual({ folder: '/srv/shop', openIn: null })
    for (const session of [OTHER, SESSION.slice(0, 8), SESSION.slice(9)])
      expect(await find({ runtime, session })).toBe(undefined)
  },
)

test('[L6] a process that names it, or runs in its folder and names no other, has it open', async () => {
  using temp = makeTempFolder()
  const shop = join(temp.path, 'shop')
  mkdirSync(shop)
  plantConversation(temp.path, 'claude', SESSION, shop)
  // A shell that is called as the program is, and does as it is told.
  const program = join(temp.path, 'claude')
  copyFileSync('/bin/sh', program)
  const { find } = makeConversations({ HOME: temp.path })
  const openIn = async () => (await find({ runtime: 'claude', session: SESSION }))?.openIn
  const rows: [args: string[], cwd: string, holds: boolean][] = [
    [['--resume', SESSION], temp.path, true],
    [[], shop, true],
    [['--resume', OTHER], shop, false],
    [[], temp.path, false],
  ]
  for (const [args, cwd, holds] of rows) {
    const child: ChildProcess = spawn(program, ['-c', 'echo up; read line', ...args], {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    if (child.stdout) await once(child.stdout, 'data')
    expect(await openIn()).toBe(holds ? child.pid : null)
    child.stdin?.end()
    await once(child, 'exit')
  }
  expect(await openIn()).toBe(null)
})
