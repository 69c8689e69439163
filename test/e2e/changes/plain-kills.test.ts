// kill -9 while a folder without git is changed: its files are as they were to the byte, or through.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeChangeId } from '../../../src/host/make-message-id.ts'
import { signalProcess } from '../../../src/host/signal-process.ts'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { endsOf, type End } from '../../fixtures/crash/crash-points.ts'
import { makeHeldGit, type HeldGit, type Hold } from '../../fixtures/crash/held-git.ts'
import { PATIENT } from '../../fixtures/guarded-cmux.ts'
import { hashTree } from '../../fixtures/hash-tree.ts'
import { killAll } from '../../fixtures/kill-all.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'

const LIMIT = { timeout: 60_000, interval: 30 }
let built: BuiltCmux
let team: AgentTeam
let git: HeldGit
beforeAll(async () => {
  built = await buildCmux()
  git = makeHeldGit(join(realpathSync(built.folder), 'held-git'))
  team = await startTeam(built, 'plain-kills', {
    watchdog: PATIENT,
    environment: { PATH: `${git.folder}:${process.env['PATH']}` },
  })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

type Victim = 'server' | 'both' | 'step'
interface Case {
  readonly name: string
  readonly way: 'plan' | 'adopt' | 'undo'
  readonly at: Hold
  readonly victim: Victim
  /** What git had written of the first file when it was killed. */
  readonly half?: string
}

const MAIN = 'update-ref -m cmux: .* refs/heads/main'
const FILES = 'checkout-index'
const before = (words: string): Hold => ({ words, moment: 'before' })
const after = (words: string): Hold => ({ words, moment: 'after' })
/** The files were looked at before the move as well. */
const FOLLOWED: Hold = { words: 'add --refresh', moment: 'after', passes: 1 }
const NEW = 'new\r\n'.repeat(5000)

const CASES: readonly Case[] = [
  { name: 'what people did is looked at', way: 'plan', at: after('ls-files -z'), victim: 'server' },
  { name: 'it is in the index', way: 'plan', at: after('update-index -z --add'), victim: 'both' },
  { name: 'it is a commit', way: 'plan', at: after('commit-tree'), victim: 'step' },
  { name: 'it is the last commit', way: 'plan', at: after('update-ref refs/heads/main'), victim: 'both' },
  { name: 'files are looked at', way: 'adopt', at: after('add --refresh'), victim: 'server' },
  { name: 'they are free', way: 'adopt', at: after('read-tree -m -n -u'), victim: 'both' },
  { name: 'main stands where it was', way: 'adopt', at: before(MAIN), victim: 'step' },
  { name: 'main has moved', way: 'adopt', at: after(MAIN), victim: 'both' },
  { name: 'the files do not follow', way: 'adopt', at: before(FILES), victim: 'both' },
  { name: 'the files are ready to follow', way: 'adopt', at: after(FILES), victim: 'both' },
  { name: 'a file is half written', way: 'adopt', at: before(FILES), victim: 'both', half: NEW.slice(0, 99) },
  { name: 'a file is empty', way: 'adopt', at: before(FILES), victim: 'both', half: '' },
  { name: 'the files have followed', way: 'adopt', at: FOLLOWED, victim: 'server' },
  { name: 'the undoing is joined', way: 'undo', at: after('merge-tree'), victim: 'both' },
  { name: 'main stands where it was', way: 'undo', at: before(MAIN), victim: 'server' },
  { name: 'main has moved back', way: 'undo', at: after(MAIN), victim: 'both' },
  { name: 'the files do not follow', way: 'undo', at: before(FILES), victim: 'step' },
  { name: 'the files have followed', way: 'undo', at: FOLLOWED, victim: 'both' },
]

/** Bytes that git would like to change. */
function makeFolder(name: string): string {
  const path = join(realpathSync(built.folder), 'folders', name)
  mkdirSync(join(path, 'deep'), { recursive: true })
  writeFileSync(join(path, 'a.txt'), 'one\r\ntwo\n')
  writeFileSync(join(path, 'deep/b.txt'), 'b\n')
  writeFileSync(join(path, '.gitattributes'), '* text=auto eol=lf\n')
  writeFileSync(join(path, 'run.sh'), '#!/bin/sh\n')
  chmodSync(join(path, 'run.sh'), 0o755)
  symlinkSync('a.txt', join(path, 'link'))
  writeFileSync(join(path, 'cmux.json'), '{"checks":[{"name":"test","run":"true"}]}')
  return path
}

const EDITS = [
  { file: 'a.txt', type: 'modify', content: NEW },
  { file: 'deep/b.txt', type: 'delete' },
  { file: 'made/c.txt', type: 'create', content: 'c\n' },
]

/** Sets the scene, before anything is killed. */
async function insist(path: string, body: unknown = {}): Promise<void> {
  await vi.waitFor(async () => {
    const { status, body: said } = await team.ask('POST', path, body)
    expect([status >= 200 && status < 300, said]).toEqual([true, said])
  }, LIMIT)
}

/** The one question whose work is struck: whether it was answered with yes before that. */
const tell = async (path: string, body: unknown = {}): Promise<boolean> => {
  const { status } = await team.ask('POST', path, body).catch(() => ({ status: 0 }))
  return status >= 200 && status < 300
}

/** Only looks. */
async function comesToRest(id: string, ends: readonly End[]): Promise<End> {
  return vi.waitFor(async () => {
    const { status, json } = await team.ask('GET', `/api/improvements/${id}`)
    const end = status === 404 ? 'unknown' : (json as Change).state
    expect(ends).toContain(end)
    return end
  }, LIMIT)
}

async function strike(victim: Victim): Promise<void> {
  await git.reached()
  if (victim === 'step') git.kill()
  if (victim === 'server') signalProcess((await team.cmux.family()).leader, 'SIGKILL')
  if (victim === 'both') {
    await killAll(team.cmux.home)
    git.kill()
    await team.cmux.run('status')
  }
  git.release()
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

let count = 0
test.each(sampleRows('plain kills', CASES, { count: 2, groupOf: ({ way }) => way }))(
  '[I7] [I13] [P6] $way: $name, killed: $victim',
  async ({ way, at, victim, half }) => {
    count += 1
    git.reset()
    const [project, id] = [`notes-${count}`, makeChangeId(Date.now())]
    const path = makeFolder(project)
    await insist('/api/projects', { path, name: project, plain: true })
    // Since it is a project, somebody went on there.
    writeFileSync(join(path, 'later.txt'), 'theirs\r\n')
    const old = hashTree(path)
    const planned = { id, project, description: 'better', changes: EDITS }
    const execute = `/api/improvements/${id}/execute`
    const undo = `/api/improvements/${id}/rollback`
    if (way !== 'plan') await insist('/api/improvements', planned)
    if (way === 'undo') {
      await insist(execute)
      await comesToRest(id, ['good'])
    }
    git.arm(at)
    const asked = {
      plan: () => tell('/api/improvements', planned),
      adopt: () => tell(execute),
      undo: () => tell(undo),
    }[way]()
    if (half !== undefined) {
      await git.reached()
      writeFileSync(join(path, 'a.txt'), half)
    }
    await strike(victim)
    const end = await comesToRest(id, endsOf({ way, at }, victim, await asked))
    const { 'deep/b.txt': _gone, ...kept } = old
    const changed = { ...kept, 'a.txt': `file ${sumOf(NEW)}`, 'made/c.txt': `file ${sumOf('c\n')}` }
    expect(hashTree(path)).toEqual(end === 'good' ? changed : old)
  },
)
