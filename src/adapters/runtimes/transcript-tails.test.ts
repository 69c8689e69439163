import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeTranscriptTails } from './transcript-tails.ts'

test('[O3] gives each whole line once, and a half one when it is whole', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.jsonl')
  const tails = makeTranscriptTails()
  expect((await tails.readNew(path, folder.path, 0)).lines).toEqual([])
  await writeFile(path, 'one\ntwo\nhal')
  expect((await tails.readNew(path, folder.path, 0)).lines).toEqual(['one', 'two'])
  await appendFile(path, 'f\n')
  expect((await tails.readNew(path, folder.path, 0)).lines).toEqual(['half'])
  await writeFile(path, 'new\n')
  expect((await tails.readNew(path, folder.path, 0)).lines).toEqual(['new'])
})

test('[C6] a new reader goes on where what was read is kept', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.jsonl')
  await writeFile(path, 'one\ntwo\n')
  const part = await makeTranscriptTails().readNew(path, folder.path, 4)
  expect(part).toEqual({ lines: ['two'], from: 4, next: 8 })
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
  for (const name of names) expect([name, (await tails.readNew(name, own, 0)).lines]).toEqual([name, []])
})

test('[O3] knows the files of subagents, reads all of a file anew, and again what could not be kept', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.jsonl')
  const subagents = join(folder.path, 'a', 'subagents')
  const tails = makeTranscriptTails()
  expect(await tails.listParts(path, folder.path)).toEqual([])
  await writeFile(path, 'one\ntwo\n')
  await mkdir(subagents, { recursive: true })
  for (const name of ['agent-2.jsonl', 'agent-1.jsonl', 'agent-3.txt', 'other.jsonl'])
    await writeFile(join(subagents, name), 'three\n')
  const parts = [path, join(subagents, 'agent-1.jsonl'), join(subagents, 'agent-2.jsonl')]
  expect(await tails.listParts(path, folder.path)).toEqual(parts)
  expect((await tails.readNew(path, folder.path, 0)).lines).toEqual(['one', 'two'])
  expect(await collect(tails.readAll(path, folder.path))).toEqual([['one', 'two']])
  expect((await tails.readNew(path, folder.path, 0)).lines).toEqual([])
  tails.rewind(path, 0)
  expect((await tails.readNew(path, folder.path, 0)).lines).toEqual(['one', 'two'])
})

test('[O3] a line of many megabytes keeps nothing after it from being read', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'a.jsonl')
  await writeFile(path, `one\n${'x'.repeat(20 * 1024 * 1024)}\ntwo\n`)
  const tails = makeTranscriptTails()
  const pieces = await collect(tails.readAll(path, folder.path))
  expect(pieces.flat().filter((line) => line.length < 10)).toEqual(['one', 'two'])
})

async function collect(pieces: AsyncIterable<string[]>): Promise<string[][]> {
  const found: string[][] = []
  for await (const lines of pieces) found.push(lines)
  return found
}
