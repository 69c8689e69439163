// Files of an agent that the server reads outside the sandbox, while somebody else swaps them for links and pipes.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openReal } from '../../src/adapters/files/open-real.ts'
import { readInside } from '../../src/adapters/files/read-inside.ts'
import { readForeign } from '../../src/adapters/git/workspaces/read-foreign.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const SWAPPER = join(import.meta.dirname, '../fixtures/swap-forever.ts')
const ID = 'a'.repeat(40)
const SECRET = 'cmux_the-token-of-the-owner'
/** With code that looked first and read then, an agent had the owner’s token after 26 looks. */
const READS = 300

let temp: TempFolder
let workspace: string
let secret: string
let pipe: string
beforeEach(() => {
  temp = makeTempFolder()
  workspace = join(temp.path, 'workspace')
  secret = join(temp.path, 'secret')
  pipe = join(temp.path, 'pipe')
  writeFileSync(secret, `${SECRET}\n`)
  execFileSync('mkfifo', [pipe])
  put('HEAD', 'ref: refs/heads/agent/ada\n')
  put('refs/heads/agent/ada', `${ID}\n`)
  put('objects/info/alternates', '/project/objects\n')
})
afterEach(() => temp[Symbol.dispose]())

function put(name: string, text: string): void {
  const path = join(workspace, '.git', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Reads again and again while the file is swapped; resolves with all that was said, each once. */
async function readWhileSwapped(file: string, text: string, other: string, read: () => Promise<string>) {
  const swapper = spawn(process.execPath, [SWAPPER, file, text, other], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const said = new Set<string>()
  try {
    for (let count = 0; count < READS; count += 1)
      said.add(await read().catch((error: unknown) => String(error)))
  } finally {
    swapper.stdin.end()
    await once(swapper, 'exit')
  }
  return [...said]
}

const look = async () => JSON.stringify((await readForeign(workspace, '/project/objects')).tips)

describe('[P7] [O6] what git is told about a workspace', () => {
  test('says nothing of a file that a link leads to', async () => {
    const alternates = join(workspace, '.git', 'objects', 'info', 'alternates')
    const said = await readWhileSwapped(alternates, '/project/objects\n', secret, look)
    expect(said).toContain(JSON.stringify([ID]))
    expect(said.length).toBeGreaterThan(1)
    expect(said.filter((words) => words.includes(SECRET))).toEqual([])
  })

  test('does not wait for a pipe', async () => {
    const said = await readWhileSwapped(join(workspace, '.git', 'HEAD'), `${ID}\n`, pipe, look)
    expect(said).toContain(JSON.stringify([ID]))
    expect(said.filter((words) => words.includes('no plain file'))).toHaveLength(1)
  })

  test('is not read through a folder that is a link', async () => {
    mkdirSync(join(temp.path, 'outside', 'heads'), { recursive: true })
    writeFileSync(join(temp.path, 'outside', 'heads', 'theirs'), `${'b'.repeat(40)}\n`)
    symlinkSync(join(temp.path, 'outside'), join(workspace, '.git', 'refs', 'planted'))
    await expect(readForeign(workspace, '/project/objects')).rejects.toThrow('no plain file')
  })
})

test('[P7] a file of a tree is read through no link, and nothing else is waited for', async () => {
  const read = (...way: string[]) => readInside(workspace, way.slice(0, -1), way.at(-1) ?? '', 100)
  symlinkSync(secret, join(workspace, 'link'))
  symlinkSync(temp.path, join(workspace, 'up'))
  symlinkSync(pipe, join(workspace, 'to-pipe'))
  writeFileSync(join(workspace, 'large'), 'x'.repeat(101))
  expect((await read('.git', 'HEAD'))?.toString()).toContain('ref: ')
  expect(await read('link')).toBe('odd')
  expect(await read('to-pipe')).toBe('odd')
  expect(await read('large')).toBe('odd')
  expect(await read('.git')).toBe('odd')
  expect(await read('up', 'secret')).toBeUndefined()
  expect(await read('gone')).toBeUndefined()
})

test('[P7] a file that was judged by its path is opened only while that path is its own', async () => {
  const folder = join(temp.path, 'own')
  mkdirSync(folder)
  writeFileSync(join(folder, 'talk.jsonl'), 'own')
  symlinkSync(folder, join(temp.path, 'swapped'))
  await using own = await openReal(join(folder, 'talk.jsonl'))
  expect(await own?.readFile('utf8')).toBe('own')
  // As if the folder had become a link after the path was judged.
  expect(await openReal(join(temp.path, 'swapped', 'talk.jsonl'))).toBeNull()
  expect(await openReal(folder)).toBeNull()
})
