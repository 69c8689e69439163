// The contract of runtimes on every one of them, and what only one has.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import { EXPECTED_NEWS } from '../fixtures/agents/expected-news.ts'
import { EXPECTED_SCREENS } from '../fixtures/agents/expected-screens.ts'
import { describeRuntimeContract } from './runtimes-contract.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/agents')
const PANES = join(FIXTURES, 'panes')

for (const runtime of Object.values(ALL_RUNTIMES))
  describeRuntimeContract(runtime, {
    screens: EXPECTED_SCREENS[runtime.name] ?? {},
    news: EXPECTED_NEWS[runtime.name] ?? {},
    folder: PANES,
    hooksFolder: join(FIXTURES, `${runtime.name}-hooks`),
  })

test('[A8] every screen that was kept has its row', () => {
  const rows = Object.values(EXPECTED_SCREENS).flatMap((screens) => Object.keys(screens))
  expect(rows.toSorted()).toEqual(readdirSync(PANES).toSorted())
})

test.each(Object.entries(EXPECTED_NEWS))('[A4] every hook of %s that was kept has its rows', (name, news) => {
  expect(Object.keys(news).toSorted()).toEqual(readdirSync(join(FIXTURES, `${name}-hooks`)).toSorted())
})

test.each(Object.values(ALL_RUNTIMES))(
  '[P7] [O6] an agent of $name can put no link where its transcripts are looked for: the folder is a mount of its sandbox',
  (runtime) => {
    const place = { agentHome: '/agents/ada', environment: { HOME: '/person' } }
    const folder = runtime.transcriptFolder?.({ ...place, ownFolder: '/work', hasOwnConversations: true })
    const mounts = runtime
      .walls({ ...place, folder: '/work' })
      .flatMap((wall) =>
        wall.kind === 'private' ? [wall.path, wall.from] : wall.kind === 'writable' ? [wall.path] : [],
      )
    expect(typeof folder === 'string' ? mounts : [undefined]).toContain(folder ?? undefined)
  },
)

test('[O6] of Codex, a transcript of an agent with a folder of its own is looked for there, whatever it names', () => {
  const { transcriptFolder, transcriptPath } = ALL_RUNTIMES.codex
  const environment = { HOME: '/person' }
  const place = { agentHome: '/agents/ada', environment, ownFolder: '/work', hasOwnConversations: true }
  const named = '/person/.codex/sessions/2026/01/02/rollout-x.jsonl'
  expect(transcriptFolder?.(place)).toBe('/agents/ada/box/codex')
  expect(transcriptPath?.(named, place)).toBe('/agents/ada/box/codex/sessions/2026/01/02/rollout-x.jsonl')
  // One that an older release started, and that runs on, still writes among the person's.
  const before = { ...place, hasOwnConversations: false }
  expect([transcriptFolder?.(before), transcriptPath?.(named, before)]).toEqual([
    '/person/.codex/sessions',
    named,
  ])
})

const THEIR_CONVERSATIONS = [
  '.claude/projects',
  '.claude/history.jsonl',
  '.codex/sessions',
  '.codex/history.jsonl',
  '.gemini/tmp',
  '.local/share/opencode/storage',
  '.local/share/opencode/opencode.db',
]

test.each(Object.values(ALL_RUNTIMES))(
  '[O6] of $name, an agent sees no conversations of the person',
  (runtime) => {
    const walls = runtime.walls({
      agentHome: '/agents/ada',
      environment: { HOME: '/person' },
      folder: '/work',
    })
    const deepestFirst = walls.toSorted((a, b) => b.path.length - a.path.length)
    const shown = THEIR_CONVERSATIONS.filter((name) => {
      const place = `/person/${name}`
      // The deepest row decides what stands there; where there is none, nothing does.
      const wall = deepestFirst.find(({ path }) => path === place || place.startsWith(`${path}/`))
      return wall?.kind === 'writable' || wall?.kind === 'readable'
    })
    expect(shown).toEqual([])
  },
)
