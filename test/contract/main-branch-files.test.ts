// The files of a checkout follow its branch: whatever kind they are, and whoever moves folders about meanwhile.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { makeDeadlyGit } from '../fixtures/deadly-git.ts'
import { makeRepository, type GitRepository } from '../fixtures/git-repository.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { sampleRows } from '../fixtures/sample-rows.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const MOVER = fileURLToPath(new URL('../fixtures/run-move.ts', import.meta.url))
const SWAPPER = fileURLToPath(new URL('../fixtures/run-swapper.ts', import.meta.url))

type Lay = (shop: GitRepository) => void

function makeWorld(before: Lay, after: Lay) {
  const temp = makeTempFolder()
  const shop = makeRepository(join(temp.path, 'shop'))
  before(shop)
  const from = commitAll(shop)
  shop.git('switch', '--quiet', '--create', 'change')
  after(shop)
  const to = commitAll(shop)
  const run = async (one: string, other: string, verb: 'move' | 'finish', bin = '') => {
    const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: temp.path }
    const args = [MOVER, join(temp.path, 'home'), shop.path, one, other, verb]
    const { stdout, stderr } = await runCommand(process.execPath, args, { env })
    return { stderr, answer: stdout === '' ? undefined : (JSON.parse(stdout) as unknown) }
  }
  return { path: temp.path, shop, from, to, run, [Symbol.dispose]: () => temp[Symbol.dispose]() }
}

function commitAll(shop: GitRepository): string {
  shop.git('add', '--all')
  shop.git('commit', '--quiet', '--allow-empty', '--message', 'a step')
  return shop.git('rev-parse', 'HEAD')
}

/** All that is there but git's own, as bytes: names, kinds, contents. */
function listTree(root: string | Buffer, way = '', rows: string[] = []): string[] {
  const names = readdirSync(root, { encoding: 'buffer' }).filter((name) => name.toString() !== '.git')
  for (const name of names.toSorted(Buffer.compare)) {
    const path = Buffer.concat([Buffer.from(root), Buffer.from('/'), name])
    const shown = `${way}/${name.toString('latin1')}`
    const found = lstatSync(path)
    const bytes = () => (found.isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path))
    rows.push(`${shown} ${found.mode.toString(8)} ${found.isDirectory() ? '' : bytes().toString('latin1')}`)
    if (found.isDirectory()) listTree(path, shown, rows)
  }
  return rows
}

const KINDS: [name: string, before: Lay, after: Lay][] = [
  [
    'a program that becomes none, and a text that becomes one',
    (shop) => {
      shop.write({ run: '#!/bin/sh\n', text: 'x\n' })
      chmodSync(join(shop.path, 'run'), 0o755)
    },
    (shop) => {
      chmodSync(join(shop.path, 'run'), 0o644)
      chmodSync(join(shop.path, 'text'), 0o755)
    },
  ],
  [
    'a link that becomes a file, and a file that becomes a link',
    (shop) => {
      shop.write({ file: 'x\n' })
      symlinkSync('a.txt', join(shop.path, 'link'))
    },
    (shop) => {
      rmSync(join(shop.path, 'file'))
      rmSync(join(shop.path, 'link'))
      symlinkSync('somewhere', join(shop.path, 'file'))
      shop.write({ link: 'no link\n' })
    },
  ],
  [
    'a file that becomes a folder, and a folder that becomes a file',
    (shop) => shop.write({ one: 'x\n', 'other/deep/a': 'a\n', 'other/b': 'b\n' }),
    (shop) => {
      rmSync(join(shop.path, 'one'))
      rmSync(join(shop.path, 'other'), { recursive: true })
      shop.write({ 'one/deep/a': 'a\n', other: 'x\n' })
    },
  ],
  [
    'a folder of which nothing is left',
    (shop) => shop.write({ 'gone/deep/a': 'a\n', 'gone/b': 'b\n' }),
    (shop) => rmSync(join(shop.path, 'gone'), { recursive: true }),
  ],
  [
    'line ends that differ on disk',
    (shop) => shop.write({ '.gitattributes': '*.bat text eol=crlf\n', 'a.bat': 'one\r\n' }),
    (shop) => shop.write({ 'a.bat': 'one\r\ntwo\r\n', 'new.bat': 'new\r\n' }),
  ],
  [
    'line ends whose rule comes with it',
    (shop) => shop.write({ 'a.bat': 'one\n' }),
    (shop) =>
      shop.write({ '.gitattributes': '*.bat text eol=crlf\n', 'a.bat': 'two\r\n', 'deep/b.bat': 'b\r\n' }),
  ],
  [
    'names that are no UTF-8, and two that people would take for the same',
    (shop) => writeOdd(shop, [0xff], 'one'),
    (shop) => {
      writeOdd(shop, [0xff], 'two')
      writeOdd(shop, [0xfe], 'three')
    },
  ],
  [
    'a repository inside',
    () => undefined,
    (shop) => {
      makeRepository(join(shop.path, 'inside'))
      shop.git('add', 'inside')
      rmSync(join(shop.path, 'inside'), { recursive: true })
      mkdirSync(join(shop.path, 'inside'))
    },
  ],
  ['bytes that are no text', (shop) => writeBytes(shop, 1), (shop) => writeBytes(shop, 2)],
]

function writeOdd(shop: GitRepository, name: number[], text: string): void {
  const path = Buffer.concat([Buffer.from(`${shop.path}/`), Buffer.from(name)])
  writeFileSync(path, text)
}

function writeBytes(shop: GitRepository, seed: number): void {
  writeFileSync(join(shop.path, 'bytes'), Buffer.from(Array.from({ length: 70_000 }, (_, at) => at * seed)))
}

describe('files that follow', () => {
  test.each(KINDS)('[I6] [P6] %s: there and back as git would leave them', async (_, before, after) => {
    using world = makeWorld(before, after)
    const { shop, from, to } = world
    const treeAt = (commit: string) => {
      shop.git('checkout', '--quiet', '--force', commit)
      return listTree(shop.path)
    }
    const [old, fresh] = [treeAt(from), treeAt(to)]
    shop.git('switch', '--quiet', '--force', 'main')
    for (const [one, other, tree] of [
      [from, to, fresh],
      [to, from, old],
    ] as const) {
      expect((await world.run(one, other, 'move')).answer).toEqual({ kind: 'moved' })
      expect(shop.git('status', '--porcelain')).toBe('')
      expect(listTree(shop.path)).toEqual(tree)
    }
  })

  test.each(sampleRows('kinds of files', KINDS, { count: 4 }))(
    '[I13] %s: completed after a kill before any of them',
    async (_, before, after) => {
      using world = makeWorld(before, after)
      const { shop, from, to } = world
      shop.git('checkout', '--quiet', '--force', to)
      const fresh = listTree(shop.path)
      shop.git('switch', '--quiet', '--force', 'main')
      const git = makeDeadlyGit(join(world.path, 'bin'), { verb: 'update-ref' }, 'after')
      await world.run(from, to, 'move', git.folder)
      expect([shop.git('rev-parse', 'main'), shop.git('status', '--porcelain') === '']).toEqual([to, false])
      expect(await world.run(from, to, 'finish')).toEqual({ answer: [], stderr: '' })
      expect([shop.git('status', '--porcelain'), listTree(shop.path)]).toEqual(['', fresh])
    },
  )
})

describe('a folder that somebody swaps for a link to elsewhere', () => {
  const FILES = 400
  const many = Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`many/${n}.txt`, `${n}\n`]))

  test.each<[what: string, before: Lay, after: Lay]>([
    ['new files come', (shop) => shop.write({ 'many/first.txt': 'x\n' }), (shop) => shop.write(many)],
    [
      'files go',
      (shop) => shop.write({ ...many, 'many/first.txt': 'x\n' }),
      (shop) => {
        for (const name of Object.keys(many)) rmSync(join(shop.path, name))
      },
    ],
  ])('[P6] [P7] in the middle, while %s: nothing changes there', async (_, before, after) => {
    using world = makeWorld(before, after)
    const elsewhere = join(world.path, 'elsewhere')
    mkdirSync(elsewhere)
    for (let n = 0; n < FILES; n += 2) writeFileSync(join(elsewhere, `${n}.txt`), `${n}\n`)
    const there = listTree(elsewhere)
    world.shop.git('switch', '--quiet', 'main')
    const swapper = spawn(process.execPath, [SWAPPER, join(world.shop.path, 'many'), elsewhere])
    try {
      await once(swapper.stdout, 'data')
      await Promise.all([world.run(world.from, world.to, 'move'), once(swapper, 'exit')])
      expect(lstatSync(join(world.shop.path, 'many')).isSymbolicLink()).toBe(true)
      await world.run(world.from, world.to, 'finish')
      expect(listTree(elsewhere)).toEqual(there)
    } finally {
      swapper.kill('SIGKILL')
    }
  })
})

const layPlain: Lay = (shop) => shop.write({ 'plain.txt': 'x\n' })
const layNew: Lay = (shop) => {
  shop.write({ 'plain.txt': 'y\n', run: '#!/bin/sh\n', 'new/deep/file': 'x\n' })
  chmodSync(join(shop.path, 'run'), 0o755)
}

function modesOf(root: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, (lstatSync(join(root, name)).mode & 0o7777).toString(8)]),
  )
}

describe('modes', () => {
  const NAMES = ['plain.txt', 'run', 'new', 'new/deep', 'new/deep/file', '.git/index', '.git/refs/heads/main']

  test.each([
    ['022', '022', undefined],
    ['002', '002', undefined],
    ['077', '077', undefined],
    ['022', '022', 'group'],
    ['002', '002', 'group'],
    // The shell of `up` counts; without it, what the repository was made with.
    ['022', '002', undefined],
    ['022', undefined, undefined],
    ['002', undefined, undefined],
  ])(
    '[L5] are those that git leaves: a repository made under %s, `up` under %s, shared with %s',
    async (made, shell, shared) => {
      const old = process.umask(Number.parseInt(made, 8))
      using world = makeWorld((shop) => {
        if (shared !== undefined) {
          shop.git('init', '--quiet', `--shared=${shared}`)
          chmodSync(shop.path, 0o2775)
        }
        layPlain(shop)
      }, layNew)
      process.umask(old)
      const { shop, from, to } = world
      const home = join(world.path, 'home')
      mkdirSync(home)
      if (shell !== undefined) writeFileSync(join(home, 'umask.json'), JSON.stringify({ umask: shell }))
      const under = `umask ${shell ?? made}; exec git "$@"`
      const git = async (...args: string[]) => {
        const env = { PATH: process.env['PATH'] ?? '', HOME: world.path }
        expect(await runCommand('sh', ['-c', under, 'sh', '-C', shop.path, ...args], { env })).toMatchObject({
          code: 0,
        })
      }
      // What git itself leaves there, to compare with.
      await git('switch', '--quiet', 'main')
      await git('reset', '--quiet', '--hard', to)
      const expected = modesOf(shop.path, NAMES)
      await git('reset', '--quiet', '--hard', from)
      rmSync(join(shop.path, '.git', 'logs'), { recursive: true })
      expect(await world.run(from, to, 'move')).toMatchObject({ answer: { kind: 'moved' } })
      expect(modesOf(shop.path, NAMES)).toEqual(expected)
      expect(modesOf(shop.path, ['.git/logs'])['.git/logs']).toBe(
        modesOf(shop.path, ['.git/refs'])['.git/refs'],
      )
    },
  )
})
