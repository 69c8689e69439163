// Looking around in folders that somebody else writes in, on a real file system.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFolderDoor } from '../../src/adapters/files/folder-door.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

/** The first stand ends at once. The last one takes some 800 turns of the event loop, which is longer than a look. */
const ROUNDS = 30
const MAKE_PIPE = 'mkfifo'
const door = makeFolderDoor()
let temp: TempFolder
let root: string

beforeEach(() => {
  temp = makeTempFolder()
  root = join(temp.path, 'root')
  mkdirSync(join(root, 'src'), { recursive: true })
  writeFileSync(join(root, 'src', 'a.ts'), 'one\ntwo\n')
  writeFileSync(join(temp.path, 'secret'), 'secret')
})

afterEach(() => temp[Symbol.dispose]())

const look = (path: string) => door.look(root, path === '' ? [] : path.split('/'))

/** A folder, then a link, then the folder again; each stands for another while, so that it changes at every step of a look. */
function startSwapping(path: string, outside: string) {
  const over = new AbortController()
  const swapping = (async () => {
    for (let round = 0; !over.signal.aborted; round = (round + 1) % ROUNDS) {
      mkdirSync(`${path}.next`)
      writeFileSync(join(`${path}.next`, 'a.ts'), 'inside')
      renameSync(`${path}.next`, path)
      await stand(round)
      rmSync(path, { recursive: true })
      symlinkSync(outside, path)
      await stand(round)
      rmSync(path)
    }
  })()
  return {
    end: () => {
      over.abort()
      return swapping
    },
  }
}

async function stand(round: number): Promise<void> {
  for (let n = 0; n < round ** 2; n += 1) await new Promise(setImmediate)
}

describe('a root', () => {
  test('[U10] shows folders first, then files, and what is in them', async () => {
    writeFileSync(join(root, 'README.md'), '# hi')
    const seen = await look('')
    expect(seen?.kind === 'folder' && seen.items.map(({ name, kind }) => [name, kind])).toEqual([
      ['src', 'folder'],
      ['README.md', 'file'],
    ])
    expect(await look('src/a.ts')).toMatchObject({ kind: 'file', bytes: 8, text: 'one\ntwo\n', isCut: false })
    expect(await look('src/gone.ts')).toBeUndefined()
    expect(await look('src/a.ts/below')).toBeUndefined()
  })

  test('[U10] [P7] tells where a link leads, and goes through none', async () => {
    symlinkSync('../secret', join(root, 'out'))
    symlinkSync(temp.path, join(root, 'up'))
    symlinkSync('src', join(root, 'in'))
    expect(await look('out')).toEqual({ kind: 'link', target: '../secret' })
    expect(await look('up/secret')).toBeUndefined()
    expect(await look('up')).toEqual({ kind: 'link', target: temp.path })
    expect(await look('in/a.ts')).toBeUndefined()
  })

  test('[U10] does not wait for a pipe, and reads no device', async () => {
    execFileSync(MAKE_PIPE, [join(root, 'pipe')])
    expect(await look('pipe')).toEqual({ kind: 'other' })
  })

  test('[U10] reads of a huge file the beginning, and of one that is no text nothing', async () => {
    writeFileSync(join(root, 'huge'), 'x'.repeat(600 * 1024))
    truncateSync(join(root, 'huge'), 1024 ** 3)
    expect(await look('huge')).toMatchObject({ kind: 'file', bytes: 1024 ** 3, isCut: true })
    writeFileSync(join(root, 'binary'), Buffer.from([1, 0, 2]))
    expect(await look('binary')).toMatchObject({ kind: 'file', bytes: 3, text: null })
  })

  test('[U10] lists a folder with thousands of files up to a number, and files from any time', async () => {
    for (let n = 0; n < 2100; n += 1) writeFileSync(join(root, `f${n}`), '')
    utimesSync(join(root, 'f0'), 1e11, 1e11)
    const seen = await look('')
    expect(seen).toMatchObject({ leftOff: 101 })
    expect(seen?.kind === 'folder' && seen.items.length).toBe(2000)
    expect(seen?.kind === 'folder' && seen.items.find(({ name }) => name === 'f0')).toMatchObject({
      bytes: 0,
    })
  })

  test('[U10] [P7] shows nothing from outside while its folders are swapped for links', async () => {
    const swap = join(root, 'swap')
    mkdirSync(join(temp.path, 'outside'))
    writeFileSync(join(temp.path, 'outside', 'a.ts'), 'secret')
    const swapper = startSwapping(swap, join(temp.path, 'outside'))
    const texts = new Set<string>()
    // The swapping may begin after many looks, and until the file was seen once they show nothing.
    for (let n = 0; n < 300 || (texts.size === 0 && n < 30_000); n += 1) {
      const seen = await look('swap/a.ts').catch(() => undefined)
      if (seen?.kind === 'file' && seen.text !== null) texts.add(seen.text)
    }
    await swapper.end()
    expect([...texts]).toEqual(['inside'])
  })
})
