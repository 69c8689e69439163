import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { bringConversation } from './bring-conversation.ts'

const NAME = '2026/01/02/rollout-2026-01-02T03-04-05-abc.jsonl'

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function makePlaces() {
  const temp = makeTempFolder()
  const shared = join(temp.path, 'person/sessions')
  const root = join(temp.path, 'ada')
  mkdirSync(root, { recursive: true })
  const own = join(root, 'box/codex/sessions')
  const bring = (isConfined: boolean, sessions = ['abc']) => {
    const conversation = {
      sessions,
      shared,
      own: [root, 'box', 'codex', 'sessions'] as [string, ...string[]],
      isConfined,
    }
    mkdirSync(join(root, 'box'), { recursive: true })
    return bringConversation({ path: join(root, 'box/mark'), conversation })
  }
  return { temp, shared, own, bring }
}

test('[O6] conversations from before come along with an agent once, and no other one later', async () => {
  const { temp, shared, own, bring } = makePlaces()
  using _temp = temp
  write(join(shared, NAME), 'said\n')
  write(join(shared, NAME.replace('abc', 'def')), 'of others\n')
  await bring(true)
  writeFileSync(join(own, NAME), 'more\n', { flag: 'a' })
  expect(readFileSync(join(shared, NAME), 'utf8')).toBe('said\nmore\n')
  await bring(true, ['abc', 'def'])
  expect(existsSync(join(own, NAME.replace('abc', 'def')))).toBe(false)
})

test('[O6] a new agent can name none of the person’s later', async () => {
  const { temp, shared, own, bring } = makePlaces()
  using _temp = temp
  write(join(shared, NAME), 'said\n')
  await bring(true, [])
  await bring(true)
  expect(existsSync(own)).toBe(false)
})

test('[O6] an agent that a person starts without a sandbox goes on with its conversation, and back in it, too', async () => {
  const { temp, shared, own, bring } = makePlaces()
  using _temp = temp
  await bring(true, [])
  write(join(own, NAME), 'said\n')
  mkdirSync(dirname(shared), { recursive: true })
  await bring(false)
  expect(readFileSync(join(shared, NAME), 'utf8')).toBe('said\n')
  write(join(shared, NAME.replace('abc', 'def')), 'outside\n')
  await bring(true, ['def'])
  expect(readFileSync(join(own, NAME.replace('abc', 'def')), 'utf8')).toBe('outside\n')
})

test('[P7] no conversation is brought through a link, and nothing of the person’s is replaced', async () => {
  const { temp, shared, own, bring } = makePlaces()
  using _temp = temp
  const elsewhere = join(temp.path, 'elsewhere')
  mkdirSync(elsewhere)
  write(join(shared, NAME), 'theirs\n')
  mkdirSync(own, { recursive: true })
  symlinkSync(elsewhere, join(own, '2026'))
  await bring(true)
  expect(existsSync(join(elsewhere, NAME.slice(5)))).toBe(false)
  write(join(own, 'x', NAME), 'forged\n')
  await bring(false)
  expect(readFileSync(join(shared, NAME), 'utf8')).toBe('theirs\n')
})
