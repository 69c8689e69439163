// Projects without git: cmux keeps their history in its own home, and the folder stays a folder.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { openChangeBench, type ChangeBench } from '../../fixtures/change-bench.ts'
import { hashTree } from '../../fixtures/hash-tree.ts'
import { openRepository } from '../../fixtures/git-repository.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await openChangeBench()
})
afterAll(async () => bench[Symbol.asyncDispose]())

let count = 0
/** Bytes that git would like to change, and what does not belong into a change. */
function makeFolder(check = 'true'): { name: string; path: string; write(file: string, text: string): void } {
  count += 1
  const name = `notes-${count}`
  const path = join(bench.folder, name)
  const write = (file: string, text: string) => {
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  write('a.txt', 'one\r\ntwo\n')
  write('deep/b.txt', 'b\n')
  write('.gitattributes', '* text=auto eol=lf filter=evil ident\n')
  write('id.txt', '$Id$\r\n')
  write('run.sh', '#!/bin/sh\n')
  chmodSync(join(path, 'run.sh'), 0o755)
  symlinkSync('a.txt', join(path, 'link'))
  write('.env', 'SECRET=1\n')
  write('node_modules/x/index.js', 'x\n')
  write('cmux.json', JSON.stringify({ checks: [{ name: 'test', run: check }] }))
  return { name, path, write }
}

const plan = async (project: string, changes: unknown) =>
  (await bench.post('/api/improvements', { project, description: 'better', changes })).json as Change
const execute = ({ id }: Change) => bench.post(`/api/improvements/${id}/execute`)
const EDITS = [
  { file: 'a.txt', type: 'modify', content: 'new\r\n' },
  { file: 'deep/b.txt', type: 'delete' },
  { file: 'made/c.txt', type: 'create', content: 'c\n' },
]

describe('a folder without git', () => {
  test('[I7] is a project when somebody says so, and stays as it is', async () => {
    const { name, path } = makeFolder()
    const before = hashTree(path)
    expect(errorCode(await bench.post('/api/projects', { path, name }))).toBe('NOT_A_REPOSITORY')
    expect((await bench.post('/api/projects', { path, name, plain: true })).status).toBe(201)
    expect([hashTree(path), existsSync(join(path, '.git'))]).toEqual([before, false])
  })

  test('[I7] [I3] [I6] is changed, with checks and backups, and is as before to the byte after a roll-back', async () => {
    const { name, path, write } = makeFolder('test "$(cat made/c.txt)" = c && test ! -e .env')
    await bench.post('/api/projects', { path, name, plain: true })
    const before = hashTree(path)
    const change = await plan(name, EDITS)
    await execute(change)
    const good = await bench.becomes(change.id, 'good')
    expect(good.checks).toMatchObject([{ outcome: 'passed' }])
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('new\r\n')
    expect([existsSync(join(path, 'deep')), existsSync(join(path, 'made/c.txt'))]).toEqual([false, true])
    const backup = join(good.checkpoint?.backups ?? '', change.head, 'a.txt')
    expect(readFileSync(backup, 'utf8')).toBe('one\r\ntwo\n')
    write('later.txt', 'theirs\n')
    await bench.post(`/api/improvements/${change.id}/rollback`)
    await bench.becomes(change.id, 'rolled_back')
    expect({ ...hashTree(path), 'later.txt': undefined }).toEqual({ ...before, 'later.txt': undefined })
    expect(readFileSync(join(path, 'later.txt'), 'utf8')).toBe('theirs\n')
    expect(statSync(join(path, 'run.sh')).mode & 0o111).not.toBe(0)
  })

  test('[I7] is told how to look at what was refused without git', async () => {
    const { name, path } = makeFolder('false')
    await bench.post('/api/projects', { path, name, plain: true })
    const before = hashTree(path)
    const change = await plan(name, EDITS)
    await execute(change)
    const { note } = await bench.becomes(change.id, 'refused')
    expect(note).toContain(`see it with \`cmux improve show ${change.id}\``)
    expect([note?.includes('git diff'), hashTree(path)]).toEqual([false, before])
  })

  test('[I7] [P6] is changed on top of what people did there, and not over it', async () => {
    const { name, path, write } = makeFolder()
    await bench.post('/api/projects', { path, name, plain: true })
    write('deep/b.txt', 'theirs\n')
    const first = await plan(name, [{ file: 'deep/b.txt', type: 'modify', content: 'theirs\nours\n' }])
    await execute(first)
    await bench.becomes(first.id, 'good')
    expect(readFileSync(join(path, 'deep/b.txt'), 'utf8')).toBe('theirs\nours\n')
    const second = await plan(name, [{ file: 'a.txt', type: 'modify', content: 'ours\n' }])
    write('a.txt', 'edited meanwhile\n')
    await execute(second)
    expect((await bench.becomes(second.id, 'refused')).note).toContain('uncommitted work in a.txt')
    write('deep/b.txt', 'edited since\n')
    await bench.post(`/api/improvements/${first.id}/rollback`)
    expect((await bench.becomes(first.id, 'good')).note).toContain('uncommitted work in deep/b.txt')
    const files = ['a.txt', 'deep/b.txt'].map((file) => readFileSync(join(path, file), 'utf8'))
    expect(files).toEqual(['edited meanwhile\n', 'edited since\n'])
  })

  test('[I7] a repository inside of it is left alone, and one that it becomes is its own from then on', async () => {
    const { name, path, write } = makeFolder()
    write('inner/x.txt', 'x\n')
    const inner = openRepository(join(path, 'inner'))
    inner.git('init', '--quiet')
    await bench.post('/api/projects', { path, name, plain: true })
    const change = await plan(name, [{ file: 'a.txt', type: 'modify', content: 'ours\n' }])
    await execute(change)
    await bench.becomes(change.id, 'good')
    expect(inner.git('status', '--porcelain')).toBe('?? x.txt')
    const outer = openRepository(path)
    outer.git('init', '--quiet', '--initial-branch=trunk')
    outer.git('add', 'a.txt')
    outer.git('commit', '--quiet', '--message', 'begin')
    const again = await plan(name, [{ file: 'a.txt', type: 'modify', content: 'again\n' }])
    expect(again.base).toBe(change.head)
    await ask(bench.server, { method: 'DELETE', path: `/api/projects/${name}`, token: bench.server.owner })
    const added = await bench.post('/api/projects', { path, name })
    expect(added.json).toMatchObject({ mainBranch: 'trunk' })
    const own = await plan(name, [{ file: 'a.txt', type: 'modify', content: 'own\n' }])
    expect(own.base).toBe(outer.git('rev-parse', 'trunk'))
  })
})
