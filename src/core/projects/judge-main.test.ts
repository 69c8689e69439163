import { describe, expect, test } from 'vitest'
import type { ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { decideSight, judgeMove, listWriters } from './judge-main.ts'
import type { MainSight, Writer } from './main-table.ts'

const AT = timestampFromMs(1000)
const LATER = timestampFromMs(2000)
const ADA: Writer = { agent: 'ada', why: 'runs outside of the sandbox' }
const BEN: Writer = { agent: 'ben', why: 'runs outside of the sandbox' }
const CALM: MainSight = { commit: 'a', trusted: 'a', writers: [], moving: null, doubt: null }
const WATCHED: MainSight = { ...CALM, writers: [ADA] }
const DOUBTFUL: MainSight = { ...WATCHED, commit: 'b', doubt: { since: AT, writers: [ADA] } }

describe('[S2] who moved a main branch', () => {
  test.each<[what: string, sight: MainSight | undefined, commit: string | null, kind: string]>([
    ['nobody knows before the first look', undefined, 'a', 'first'],
    ['nobody', CALM, 'a', 'still'],
    ['nobody, though an agent could', WATCHED, 'a', 'still'],
    ['a person, since no agent could', CALM, 'b', 'person'],
    ['an agent could have', WATCHED, 'b', 'unknown'],
    ['an agent could have removed it', WATCHED, null, 'unknown'],
    ['a change', { ...WATCHED, moving: { from: 'a', to: 'b' } }, 'b', 'change'],
    [
      'not the change that was to go elsewhere',
      { ...WATCHED, moving: { from: 'a', to: 'c' } },
      'b',
      'unknown',
    ],
    [
      'not the change that was to begin elsewhere',
      { ...WATCHED, moving: { from: 'c', to: 'b' } },
      'b',
      'unknown',
    ],
  ])('%s', (_, sight, commit, kind) => {
    expect(judgeMove(sight, commit)).toBe(kind)
  })
})

describe('[S2] whose rules count', () => {
  const facts = { commit: 'c', writers: [BEN], at: LATER, hasSameRules: false }
  const clean = { commit: 'c', trusted: 'c', writers: [BEN], moving: null, doubt: null }
  test.each<[what: string, sight: MainSight | undefined, more: Partial<typeof facts>, next: MainSight]>([
    ['what is there at the first look', undefined, {}, clean],
    ['what a person brought', CALM, {}, clean],
    ['what a change brought', { ...WATCHED, moving: { from: 'a', to: 'c' } }, {}, clean],
    [
      'what held before, when an agent could have moved it',
      WATCHED,
      {},
      { ...clean, trusted: 'a', doubt: { since: LATER, writers: [ADA] } },
    ],
    ['the same ones, whoever moved it', WATCHED, { hasSameRules: true }, clean],
    [
      'what held before, when a change lands on what is doubtful',
      { ...DOUBTFUL, moving: { from: 'b', to: 'c' } },
      {},
      { ...clean, trusted: 'a', doubt: DOUBTFUL.doubt },
    ],
    [
      'what held before, when a person commits on what is doubtful',
      { ...DOUBTFUL, writers: [] },
      {},
      { ...clean, trusted: 'a', doubt: DOUBTFUL.doubt },
    ],
    [
      'what held before, with everybody who could have moved it',
      { ...DOUBTFUL, writers: [ADA, BEN] },
      {},
      { ...clean, trusted: 'a', doubt: { since: AT, writers: [ADA, BEN] } },
    ],
    ['the old ones, once they are back', DOUBTFUL, { hasSameRules: true }, clean],
  ])('%s', (_, sight, more, next) => {
    expect(decideSight(sight, { ...facts, ...more })).toEqual(next)
  })

  test('a branch that did not move keeps everything but who could move it', () => {
    const stays = { commit: 'b', writers: [BEN], at: LATER, hasSameRules: true }
    expect(decideSight(DOUBTFUL, stays)).toEqual({ ...DOUBTFUL, writers: [BEN] })
    const moving = { ...CALM, moving: { from: 'a', to: 'b' } }
    expect(decideSight(moving, { ...stays, commit: 'a', writers: [] })).toEqual(moving)
  })

  test('of a branch that is gone nothing new counts, and what held is kept for when it is back', () => {
    const gone = { ...facts, commit: null, hasSameRules: true }
    expect(decideSight(CALM, gone)).toEqual({ ...clean, commit: null, trusted: 'a' })
    expect(decideSight(WATCHED, gone)).toEqual({
      ...clean,
      commit: null,
      trusted: 'a',
      doubt: { since: LATER, writers: [ADA] },
    })
    expect(decideSight(undefined, gone)).toEqual({ ...clean, commit: null, trusted: null })
  })
})

describe('[S2] who could move a main branch', () => {
  const SHOP = { path: '/srv/shop' }
  const inside = { confined: true, why: null }
  const outside = { confinement: { confined: false, why: 'no bubblewrap' } }
  const guest = { inCheckout: true, folder: '/srv/shop', confinement: inside }
  const there = [{ agent: 'ada', why: 'works in /srv/shop' }]
  test.each<[what: string, change: Partial<AgentRecord>, ownGit: Writer[], plain: Writer[]]>([
    ['not one in its workspace', { confinement: inside, inCheckout: false }, [], []],
    ['one outside of the sandbox, of any project', { ...outside, inCheckout: false }, [ADA], [ADA]],
    ['not one that does not run', { ...outside, startedAt: null }, [], []],
    ['not one elsewhere', { ...outside, elsewhere: {} as AgentRecord['elsewhere'] }, [], []],
    ['one in the folder, if the files are the history', guest, [], there],
    [
      'one below it',
      { ...guest, folder: '/srv/shop/web' },
      [],
      [{ agent: 'ada', why: 'works in /srv/shop/web' }],
    ],
    ['one above it', { ...guest, folder: '/srv' }, [], [{ agent: 'ada', why: 'works in /srv' }]],
    ['not one in another folder', { ...guest, folder: '/srv/shopping' }, [], []],
    ['not one whose own folder that is', { ...guest, inCheckout: false }, [], []],
    ['not one that was never started', { ...guest, startedAt: null }, [], []],
  ])('%s', (_, change, ownGit, plain) => {
    const agents = [makeAgent('ada', { project: 'shop' as ProjectName, ...change })]
    const listed = [true, false].map((hasOwnGit) =>
      listWriters(agents, SHOP, { hasOwnGit, opened: ['/opt'] }),
    )
    expect(listed).toEqual([ownGit, plain])
  })

  test('everybody who runs, where the settings open its folder', () => {
    const agents = [makeAgent('ada', { confinement: inside }), makeAgent('ben', { startedAt: null })]
    const ground = { hasOwnGit: true, opened: ['/opt', '/srv'] }
    expect(listWriters(agents, SHOP, ground)).toEqual([
      { agent: 'ada', why: 'may write to /srv by agents.confine.writable' },
    ])
  })
})
