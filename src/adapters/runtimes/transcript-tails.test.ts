import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeTranscriptTails } from './transcript-tails.ts'

test('[O3] gives each whole line once, and a half one when it is whole', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.jsonl')
  const tails = makeTranscriptTails()
  expect(await tails.readNew(path, folder.path)).toEqual([])
  await writeFile(path, 'one\ntwo\nhal')
  expect(await tails.readNew(path, folder.path)).toEqual(['one', 'two'])
  await appendFile(path, 'f\n')
  expect(await tails.readNew(path, folder.path)).toEqual(['half'])
  await writeFile(path, 'new\n')
  expect(await tails.readNew(path, folder.path)).toEqual(['new'])
})

test('[P7] reads nothing outside of the folder, however it is named', async () => {
  using folder = makeTempFolder()
  const own = join(folder.path, 'own')
  const secret = join(folder.path, 'secret.jsonl')
  await mkdir(own)
  await writeFile(secret, 'secret\n')
  await symlink(secret, join(own, 'link.jsonl'))
  const tails = makeTranscriptTails()
  const names = [secret, join(own, '..', 'secret.jsonl'), join(own, 'link.jsonl'), 'secret.jsonl']
  for (const name of names) expect([name, await tails.readNew(name, own)]).toEqual([name, []])
})
