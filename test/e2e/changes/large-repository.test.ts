// What work on a large repository costs, as counts: which files are read, how often git is started, and how large its answers are. How long it
// takes beside git alone is measured by bench/repository.ts.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFindGitPlace } from '../../../src/adapters/git/find-git-place.ts'
import { makeGit } from '../../../src/adapters/git/git.ts'
import { makeGitMainBranch } from '../../../src/adapters/git/main-branch/git-main-branch.ts'
import { ChangeId, ProjectId } from '../../../src/protocol/ids.ts'
import { timestampFromMs } from '../../../src/protocol/timestamp.ts'
import { largePath, largeText, makeLargeRepository } from '../../fixtures/large-repository.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'
import { openRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { listToRead } from '../../fixtures/read-git-index.ts'
import { openWorkspaces } from '../../fixtures/workspace-world.ts'
import { watchGit, type WatchedGit } from '../../fixtures/watch-git.ts'

const FILES = 5000
/** Where the main branch and the workspace part, as the project and then as both say; the files; then a compare of those that differ. */
const CLEAN = ['rev-parse rev-parse', 'merge-base rev-list', 'merge-base status']
const EDITED = [...CLEAN, 'update-index', 'write-tree update-index', 'diff-index', 'diff-index']
const ANSWER_MAX_CHARS = 10_000

let temp: TempFolder
let watched: WatchedGit
let world: ReturnType<typeof openWorkspaces>
let anna: GitRepository
let shop: GitRepository
const place = () => world.placeIn(join(realpathSync(temp.path), 'shop'), 'anna')

beforeAll(async () => {
  // On a disk: of files in memory, as those of a test are, nothing is remembered.
  temp = makeTempFolder('/var/tmp')
  const folder = realpathSync(temp.path)
  shop = await makeLargeRepository(join(folder, 'shop'), { files: FILES, commits: 50 })
  watched = watchGit()
  world = openWorkspaces(join(folder, 'home'), undefined, watched.watch)
  anna = openRepository((await world.workspaces.make(place())).folder)
})
afterAll(() => temp[Symbol.dispose]())

async function look() {
  watched.clear()
  const { files, dirty } = await world.workspaces.diff(place())
  const starts = watched.calls.map((call) =>
    call
      .split(' | ')
      .map((words) => words.split(' ')[0])
      .join(' '),
  )
  return { paths: files.map(({ path }) => path), dirty, starts, chars: watched.chars() }
}

const toRead = () => listToRead(join(world.home, 'workspaces/shop/.index/anna/index'), anna.path)

describe(`a workspace with ${FILES} files`, () => {
  test('[Y4] is compared by a few starts of git, whose answers are no longer than the work; unchanged files are not read', async () => {
    // As soon as it is made.
    expect(toRead()).toEqual([])
    const clean = await look()
    expect([clean.paths, clean.starts, toRead()]).toEqual([[], CLEAN, []])
    expect(clean.chars).toBeLessThan(ANSWER_MAX_CHARS)
    anna.write({ [largePath(77)]: largeText(77, 1), 'new.ts': 'export {}\n' })
    const edited = await look()
    expect([edited.paths, edited.starts]).toEqual([['new.ts', largePath(77)], EDITED])
    expect(toRead()).toEqual([largePath(77)])
    expect(edited.chars).toBeLessThan(ANSWER_MAX_CHARS)
  })

  test('[Y4] is compared after a commit without reading other files than those of the commit', async () => {
    anna.git('add', 'new.ts')
    anna.commit({ [largePath(1234)]: 'export const committed = 1\n' })
    const { paths, dirty, chars } = await look()
    expect([paths, dirty]).toEqual([['new.ts', largePath(77), largePath(1234)].toSorted(), []])
    expect(chars).toBeLessThan(ANSWER_MAX_CHARS)
    expect(toRead().toSorted()).toEqual(paths)
  })

  test('[Y4] is merged from by looking at the files of the change alone; the checkout needs no other look afterwards', async () => {
    const { path } = shop
    const head = anna.git('rev-parse', 'HEAD')
    const git = watched.watch(makeGit({ PATH: process.env['PATH'] ?? '' }, join(world.home, 'git-views')))
    const main = makeGitMainBranch(git, world.home, makeFindGitPlace(world.home), { catchUp: async () => {} })
    await world.workspaces.bringHome(place())
    const project = { ...place().project, id: ProjectId.parse(`prj_${'0'.repeat(26)}`) }
    const id = ChangeId.parse(`chg_${'0'.repeat(26)}`)
    const record = { createdAt: timestampFromMs(0), addedBy: 'owner', removedAt: null }
    const move = { id, project: { ...project, ...record }, from: shop.git('rev-parse', 'main'), to: head }
    watched.clear()
    expect(await main.move(move)).toEqual({ kind: 'moved' })
    expect(watched.calls.map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      'diff-tree -r',
      'add --refresh',
      'read-tree -m',
      'update-ref -m',
      'read-tree -m',
      'read-tree ' + head,
      'add --refresh',
    ])
    expect(watched.chars()).toBeLessThan(ANSWER_MAX_CHARS)
    expect(listToRead(join(path, '.git/index'), path)).toEqual([])
    expect(shop.git('status', '--porcelain')).toBe('')
  })
})
