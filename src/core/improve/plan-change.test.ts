// Plans against a repository that is a table here: what is asked of it, what is refused, and what is kept. With real git it is
// tested in test/e2e.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { makeTask } from '../../../test/fixtures/make-task.ts'
import { openTestStore, type TestStore } from '../../../test/fixtures/open-test-store.ts'
import { agentPrincipal, OWNER } from '../../../test/fixtures/principals.ts'
import { makeTempFolder, type TempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeSystemEntropy } from '../../adapters/entropy/system-entropy.ts'
import { makeGlobMatcher } from '../../adapters/files/make-glob-matcher.ts'
import { PlanChange, type Change, type Merging } from '../../protocol/changes/change.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { AgentName, ProjectName, type ProjectId } from '../../protocol/ids.ts'
import type { Project, ProjectRules } from '../../protocol/projects/project.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { ChangeGround, Difference, Merged, MergeOrder, StageOrder, Staged } from './change-ground.ts'
import { planChange, type ImproveDeps } from './plan-change.ts'

const AT = timestampFromMs(0)
const SHOP: Project = {
  id: 'prj_1' as ProjectId,
  name: ProjectName.parse('shop'),
  path: '/shop',
  mainBranch: 'trunk',
  createdAt: AT,
  addedBy: 'owner',
  removedAt: null,
}
const ANNA = AgentName.parse('anna')
const BY_ANNA = agentPrincipal(ANNA, 1)
const ID = `chg_${'0'.repeat(26)}`

const fact = (path: string): Difference['files'][number] => ({
  path,
  status: 'modified',
  added: 1,
  removed: 0,
  binary: false,
  oldMode: '100644',
  newMode: '100644',
})

interface World {
  main: string | undefined
  branches: Readonly<Record<string, string>>
  fork: string | undefined
  tree: ReadonlyMap<string, string>
  staged: Staged
  merged: Merged
  /** What the main branch of the project says of merging. */
  merging: Merging | undefined
  files: Difference['files']
  plain: boolean
  /** Runs before the commit of the plan, as somebody who was faster would. */
  meanwhile: () => Promise<void>
}

let folder: TempFolder
let clock: FakeClock
let opened: TestStore
let world: World
let calls: string[]
let orders: StageOrder[]
let merges: MergeOrder[]
let isOwn: (name: AgentName) => boolean
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
  calls = []
  orders = []
  merges = []
  world = {
    main: 'm1',
    branches: { 'agent/anna': 'a1' },
    fork: 'f1',
    tree: new Map([['a.txt', '100644']]),
    staged: { kind: 'staged', head: 's1' },
    merged: { kind: 'merged', head: 'r1', how: 'rebase', signed: 0 },
    merging: undefined,
    files: [fact('a.txt')],
    plain: false,
    meanwhile: async () => undefined,
  }
  await opened.store.write(async ({ agents }) => {
    await agents.insert(makeAgent('anna', { project: SHOP.name }))
    await agents.insert(makeAgent('bert'))
  })
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const note =
  <T>(what: string, answer: (...args: string[]) => T) =>
  async (_: Project, ...args: string[]): Promise<T> => {
    calls.push([what, ...args].join(' '))
    return answer(...args)
  }

const deps = (): ImproveDeps => ({
  store: opened.store,
  clock,
  entropy: makeSystemEntropy(clock),
  projects: {
    get: async (name) => ({ ...SHOP, name }),
    readRules: async () =>
      ({ file: world.merging === undefined ? null : { merging: world.merging } }) as unknown as ProjectRules,
  },
  ground: {
    isPlain: () => world.plain,
    main: note('main', () => world.main),
    branch: note('branch', (name = '') => world.branches[name]),
    fork: note('fork', () => world.fork),
    tree: note('tree', () => world.tree),
    async listAmong(_: Project, commit: string, paths: readonly string[]) {
      calls.push(`marks ${commit}`)
      return new Set(paths.filter((path) => world.tree.has(path)))
    },
    compare: note('compare', () => ({ files: world.files, steps: [], sha256: 'sum' })),
    keep: note('keep', () => undefined),
    contains: note('contains', () => true),
    async merge(order: MergeOrder) {
      calls.push('merge')
      merges.push(order)
      return world.merged
    },
    async stage(order: StageOrder) {
      orders.push(order)
      return world.staged
    },
  } as unknown as ChangeGround,
  matches: makeGlobMatcher(),
  readSelfReview: async () => 'person',
  isOwnCheckout: async () => false,
  catchUp: note('catch up', () => undefined),
  bringHome: note('bring home', () => undefined),
  async findOverlaps(_, paths, own) {
    isOwn = own
    await world.meanwhile()
    return paths.map((path) => ({ path, agents: [AgentName.parse('zoe')] }))
  },
})

const EDITS = [{ file: 'a.txt', type: 'modify', content: 'new' }]
const plan = (request: Record<string, unknown> = {}, by: Principal = OWNER) =>
  planChange(
    deps(),
    PlanChange.parse({
      project: 'shop',
      description: 'better',
      ...(request['branch'] === undefined ? { changes: EDITS } : {}),
      ...request,
    }),
    by,
  )
const events = () => opened.store.read.events.after(0, 100)
const insert = (change: Change) => opened.store.write(({ changes }) => changes.insert(change))

describe('a plan', () => {
  test('[I1] is kept as a whole, with its event and its page in the journal', async () => {
    const now = timestampFromMs(clock.nowMs())
    const change = await plan({ id: ID })
    expect(change).toEqual({
      id: ID,
      seq: expect.any(Number),
      project: 'shop',
      description: 'better',
      kind: 'feature',
      state: 'planned',
      tier: 'safe',
      files: [
        {
          path: 'a.txt',
          status: 'modified',
          added: 1,
          removed: 0,
          binary: false,
          tier: 'safe',
          why: 'no rule names it',
        },
      ],
      base: 'm1',
      head: 's1',
      sha256: 'sum',
      branch: `feature/${ID}`,
      plain: false,
      checks: [],
      running: null,
      rebases: 0,
      adopted: null,
      undone: null,
      restartAt: null,
      sick: null,
      release: null,
      steps: [{ to: 'planned', at: now, actor: 'owner', note: null }],
      from: null,
      fromHead: null,
      merging: 'rebase',
      workOf: null,
      requiresRestart: false,
      skipTests: false,
      author: 'owner',
      agent: null,
      note: null,
      createdAt: now,
      updatedAt: now,
      leave: null,
      review: null,
      checkedHead: null,
      overlaps: [{ path: 'a.txt', agents: ['zoe'] }],
    })
    expect(await opened.store.read.changes.byId(change.id)).toEqual(change)
    const [planned, ...others] = await events()
    expect(planned).toMatchObject({
      seq: change.seq,
      type: 'change.planned',
      actor: 'owner',
      data: { id: ID, project: 'shop', description: 'better', tier: 'safe', files: 1, sha256: 'sum' },
    })
    expect(others.map(({ type }) => type)).toEqual(['journal.written'])
  })

  test('[I2] of edits is staged on the main branch, kept from being thrown away, and on no branch yet', async () => {
    await plan({ id: ID, kind: 'hotfix', requiresRestart: true, skipTests: true })
    expect(orders).toEqual([
      {
        id: ID,
        project: SHOP,
        base: 'm1',
        edits: EDITS,
        message: `better\n\nChange: ${ID}\nAsked-by: owner\n`,
      },
    ])
    expect(calls).toEqual(['catch up', 'main', 'tree m1', 'compare m1 s1', `keep ${ID} s1`])
    expect(await opened.store.read.changes.inStates(['planned'])).toMatchObject([
      { branch: `hotfix/${ID}`, requiresRestart: true, skipTests: true },
    ])
  })

  test('[I2] of a branch is what the branch has on top of the main branch', async () => {
    world.plain = true
    const change = await plan({ branch: 'agent/anna' }, BY_ANNA)
    expect(change).toMatchObject({
      base: 'm1',
      head: 'r1',
      from: 'agent/anna',
      fromHead: 'a1',
      merging: 'rebase',
      workOf: { agent: 'anna', task: null },
      plain: true,
      author: 'agent:anna',
      agent: 'anna',
    })
    expect(calls).toEqual([
      'catch up',
      'main',
      'bring home agent/anna',
      'branch agent/anna',
      'fork m1 a1',
      'merge',
      'marks m1',
      'compare m1 r1',
      `keep ${change.id} r1`,
    ])
  })

  test('[L5] of a branch is brought as the request says, else as the project says, else commit by commit', async () => {
    const branch = 'agent/anna'
    await plan({ branch })
    world.merging = 'merge'
    await plan({ branch })
    await plan({ branch, merging: 'squash' })
    expect(merges.map(({ how }) => how)).toEqual(['rebase', 'merge', 'squash'])
  })

  test('[L5] of a branch that was brought before goes on after that, and names its task', async () => {
    const first = await plan({ branch: 'agent/anna' })
    const landed = { state: 'good', adopted: { from: 'm0', to: 'm1' } } as const
    await opened.store.write(({ changes }) => changes.update(first.id, landed))
    const task = makeTask({ seq: 1, assignee: ANNA, state: 'working', project: SHOP.name })
    await opened.store.write(({ tasks }) => tasks.insert({ ...task, assigner: null, mails: 0 }))
    world.branches = { 'agent/anna': 'a2' }
    const second = await plan({ branch: 'agent/anna' })
    expect(second.workOf).toEqual({ agent: 'anna', task: task.id })
    expect(merges.at(-1)).toMatchObject({
      after: 'a1',
      without: ['a1'],
      head: 'a2',
      onto: 'm1',
      trailers: [
        ['Agent', 'anna'],
        ['Task', task.id],
        ['Change', second.id],
        ['Asked-by', 'owner'],
      ],
    })
    // What was taken back is brought again.
    await opened.store.write(({ changes }) => changes.update(first.id, { state: 'rolled_back' }))
    await plan({ branch: 'agent/anna' })
    expect(merges.at(-1)).toMatchObject({ after: 'f1', without: [] })
  })

  test('[L5] of a branch that does not fit names the commit and the files, and how to go on', async () => {
    const commit = { id: 'a'.repeat(40), subject: 'a line' }
    world.merged = { kind: 'conflict', files: ['a.txt'], commit }
    await expect(plan({ branch: 'agent/anna' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'trunk has moved and conflicts in a.txt (commit aaaaaaaaaaaa, "a line")',
      hint: expect.stringContaining('git rebase m1'),
    })
  })

  test('[I2] whose agent plans it, and whose branch it is, do not stand in their own way', async () => {
    const names = ['anna', 'bert', 'zoe'].map((name) => AgentName.parse(name))
    world.branches = { 'agent/bert': 'b1' }
    await plan({ branch: 'agent/bert' }, BY_ANNA)
    expect(names.map((name) => isOwn(name))).toEqual([true, true, false])
    await plan()
    expect(names.map((name) => isOwn(name))).toEqual([false, false, false])
  })
})

describe('the main branch', () => {
  test.each<[string, Partial<Change>, boolean]>([
    ['of a project that a change moves now', { state: 'adopting' }, false],
    ['of a project that a change is taken out of now', { state: 'rolling_back' }, false],
    ['of a project where nothing is under way', { state: 'good' }, true],
    [
      'beside a project that a change moves now',
      { state: 'adopting', project: ProjectName.parse('b') },
      true,
    ],
  ])('[I6] %s: is brought up to date first or not', async (_, change, isCaughtUp) => {
    const known = await plan({ id: ID })
    await insert({ ...known, id: `${ID.slice(0, -1)}1` as Change['id'], seq: known.seq + 100, ...change })
    calls = []
    await plan()
    expect(calls.includes('catch up')).toBe(isCaughtUp)
  })

  test('[I2] that is gone is a conflict', async () => {
    world.main = undefined
    await expect(plan()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'shop has no branch trunk any more',
    })
  })
})

describe('the project', () => {
  test('[I1] of an agent is its own', async () => {
    expect(await plan({ project: undefined }, BY_ANNA)).toMatchObject({ project: 'shop' })
    expect(await plan({ project: 'shop' }, BY_ANNA)).toMatchObject({ project: 'shop' })
  })

  test('[I11] of another agent is not for it', async () => {
    await expect(plan({ project: 'other' }, BY_ANNA)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'anna does not work on other',
    })
    await expect(plan({}, agentPrincipal(AgentName.parse('bert'), 1))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'bert does not work on shop',
    })
  })

  test.each([
    ['a person', OWNER],
    ['an agent without one', agentPrincipal(AgentName.parse('bert'), 1)],
    ['an agent that is gone', agentPrincipal(AgentName.parse('gone'), 1)],
  ])('[I1] of %s has to be named', async (_, by) => {
    await expect(plan({ project: undefined }, by)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'project: a project is required',
      hint: 'see `cmux project list`',
    })
  })

  test('[I1] of a person is the one that they name', async () => {
    expect(await plan({ project: 'other' })).toMatchObject({ project: 'other' })
  })
})

describe('an id that was used', () => {
  test('[I13] for the same plan gives the same change, and nothing is done twice', async () => {
    const first = await plan({ id: ID })
    calls = []
    expect(await plan({ id: ID })).toEqual(first)
    expect(calls).toEqual([])
    expect((await events()).filter(({ type }) => type === 'change.planned')).toHaveLength(1)
  })

  test('[I13] for the same plan of a branch as well', async () => {
    const first = await plan({ id: ID, branch: 'agent/anna' })
    expect(await plan({ id: ID, branch: 'agent/anna' })).toEqual(first)
  })

  test.each<[string, Record<string, unknown>, Principal]>([
    ['another plan', { description: 'else' }, OWNER],
    ['a plan of another', {}, BY_ANNA],
    ['a plan of a branch', { branch: 'agent/anna' }, OWNER],
  ])('[I13] is no id for %s', async (_, request, by) => {
    await plan({ id: ID })
    await expect(plan({ id: ID, ...request }, by)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `the id ${ID} was used for another change`,
      hint: 'give each change an id of its own, or none',
    })
  })

  test('[I13] at the same time gives one change', async () => {
    let twin: Change | undefined
    world.meanwhile = async () => {
      world.meanwhile = async () => undefined
      twin = await plan({ id: ID })
    }
    expect(await plan({ id: ID })).toEqual(twin)
    expect((await events()).filter(({ type }) => type === 'change.planned')).toHaveLength(1)
    expect(await opened.store.read.changes.inStates(['planned'])).toHaveLength(1)
  })
})

const many = (count: number) => Array.from({ length: count }, (_, index) => fact(`f${index}`))
const NOTHING = { told: [], kept: [] }

/** The error, and what was told and kept all the same. */
async function refusalOf(request: Record<string, unknown>): Promise<object> {
  const error: unknown = await plan(request).catch((reason: unknown) => reason)
  if (!(error instanceof CmuxError)) throw error
  const { code, message, hint } = error
  return { code, message, hint, told: await events(), kept: calls.filter((call) => call.startsWith('keep')) }
}

describe('what is refused', () => {
  test('[I4] edits that do not fit, each with what is wrong', async () => {
    expect(
      await refusalOf({
        changes: [...EDITS, { file: '../b', type: 'delete' }, { file: 'c', type: 'delete' }],
      }),
    ).toMatchObject({
      ...NOTHING,
      code: 'CHANGE_REFUSED',
      message: expect.stringMatching(/^\.\.\/b leads out of the project; c /),
    })
    expect(orders).toEqual([])
  })

  test('[I4] edits of what was not announced', async () => {
    expect(await refusalOf({ targetFiles: ['b.txt'] })).toMatchObject({
      ...NOTHING,
      code: 'CHANGE_REFUSED',
      message: 'a.txt is not one of the targetFiles',
    })
  })

  test('[I4] a patch that does not fit', async () => {
    world.staged = { kind: 'conflict', file: 'a.txt', why: 'line 3' }
    expect(await refusalOf({})).toMatchObject({
      ...NOTHING,
      code: 'CONFLICT',
      message: 'the patch for a.txt does not fit trunk: line 3',
      hint: 'read the file as it is on the main branch now, and make the patch again',
    })
  })

  test('[I2] a branch that is not there, or has nothing in common', async () => {
    expect(await refusalOf({ branch: 'agent/bert' })).toMatchObject({
      ...NOTHING,
      code: 'NOT_FOUND',
      message: 'shop has no branch agent/bert',
      hint: 'see `git branch`',
    })
    world.fork = undefined
    expect(await refusalOf({ branch: 'agent/anna' })).toMatchObject({
      ...NOTHING,
      code: 'CONFLICT',
      message: 'agent/anna and trunk have no commit in common',
    })
  })

  test('[I1] a change that changes nothing', async () => {
    world.files = []
    expect(await refusalOf({})).toMatchObject({
      ...NOTHING,
      code: 'CONFLICT',
      message: 'the change is empty',
    })
  })

  test('[P8] more files than one change has', async () => {
    world.files = many(1001)
    expect(await refusalOf({ branch: 'agent/anna' })).toMatchObject({
      ...NOTHING,
      code: 'LIMIT_REACHED',
      message: '1001 files are touched; a change has at most 1000',
      hint: 'split it into several changes',
    })
    world.files = many(1000)
    expect((await plan({ branch: 'agent/anna' })).files).toHaveLength(1000)
  })

  test('[I11] files of a branch whose names deceive, or that were not announced', async () => {
    world.files = [fact('a.txt'), fact('.git/config'), fact('b.txt')]
    expect(await refusalOf({ branch: 'agent/anna' })).toMatchObject({
      ...NOTHING,
      code: 'CHANGE_REFUSED',
      message: '.git/config is a part of git itself',
    })
    expect(await refusalOf({ branch: 'agent/anna', targetFiles: ['a.txt'] })).toMatchObject({
      ...NOTHING,
      code: 'CHANGE_REFUSED',
      message: '.git/config is a part of git itself; b.txt is not one of the targetFiles',
    })
  })

  test.each([
    [10, ''],
    [11, '; and 1 more'],
    [13, '; and 3 more'],
  ])('[P8] of %i wrong files ten are named', async (count, more) => {
    world.files = many(count)
    const named = world.files.slice(0, 10).map(({ path }) => `${path} is not one of the targetFiles`)
    expect(await refusalOf({ branch: 'agent/anna', targetFiles: [] })).toMatchObject({
      ...NOTHING,
      code: 'CHANGE_REFUSED',
      message: `${named.join('; ')}${more}`,
    })
  })
})
