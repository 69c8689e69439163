// The journal: how long a search over HTTP takes in 100,000 entries, for words that are rare, that some have and that all have,
// beside `grep -r` for the same word on the pages that were written from them. Run: node bench/journal.ts
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeJournalFolder } from '../src/adapters/files/journal-folder.ts'
import { makePageKeeper } from '../src/core/journal/page-keeper.ts'
import { writeEntry, type EntryDraft } from '../src/core/journal/write-entry.ts'
import { JournalEntryId } from '../src/protocol/journal/journal.ts'
import { timestampFromMs } from '../src/protocol/timestamp.ts'
import { makeRandom } from '../test/sim/random.ts'
import { ask } from '../test/fixtures/ask.ts'
import { startServer, type InProcessServer } from '../test/fixtures/start-server.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ENTRIES = 100_000
const DAYS = 100
const AT_ONCE = 500
const SAMPLES = 30
const LIMIT_MS = 50

const run = promisify(execFile)
const random = makeRandom(1)
const VOCABULARY = Array.from({ length: 5000 }, (_, index) => `w${index.toString(36)}o`)
/** How often each occurs. */
const WORDS = { needle: 'one', aubergine: 'each thousandth', always: 'all' } as const

await using server = await startServer()
await fill(server)
const pages = join(server.home, 'journal')

const worst: { searchMs: number; ratio: number }[] = []
for (const [word, often] of Object.entries(WORDS)) {
  const search = await measure(async () => {
    const { json } = await ask(server, { path: `/api/journal?q=${word}&limit=20`, token: server.owner })
    if ((json as { items: unknown[] }).items.length === 0) throw new Error(`${word} was not found`)
  })
  const grep = await measure(() => run('grep', ['-rlw', word, pages]))
  worst.push({ searchMs: search, ratio: grep / search })
  console.log(
    `a word in ${often}: ${search.toFixed(1)} ms; grep -rlw ${grep.toFixed(1)} ms (medians of ${SAMPLES})`,
  )
}
reportRatios([
  {
    name: 'slowest median of a search in ms',
    value: Math.max(...worst.map(({ searchMs }) => searchMs)),
    atMost: LIMIT_MS,
  },
  { name: 'grep -r / search, at its worst', value: Math.min(...worst.map(({ ratio }) => ratio)), atLeast: 1 },
])

async function fill({ context, home }: InProcessServer): Promise<void> {
  const { store, clock } = context
  const startMs = clock.nowMs()
  for (let first = 0; first < ENTRIES; first += AT_ONCE)
    await store.write(async (writer) => {
      for (let number = first; number < first + AT_ONCE; number += 1)
        await writeEntry({ clock }, writer, draftOf(number, startMs))
    })
  const keeper = makePageKeeper(
    { store, pages: makeJournalFolder(home, store.read.mask) },
    new AbortController().signal,
  )
  await keeper.check()
  await keeper.write()
}

function draftOf(number: number, startMs: number): EntryDraft {
  const marks = [
    'always',
    ...(number % 1000 === 0 ? ['aubergine'] : []),
    ...(number === ENTRIES / 2 ? ['needle'] : []),
  ]
  const words = Array.from({ length: 60 }, () => random.pick(VOCABULARY))
  const dayMs = Math.floor(number / (ENTRIES / DAYS)) * 86_400_000
  return {
    id: JournalEntryId.parse(`bench-${number}`),
    kind: 'note',
    project: null,
    author: 'owner',
    actor: 'owner',
    agent: null,
    text: [...marks, ...words].join(' '),
    at: timestampFromMs(startMs + dayMs),
  }
}

async function measure(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // The first ones only warm up.
  for (let sample = -3; sample < SAMPLES; sample += 1) {
    const began = performance.now()
    await act()
    if (sample >= 0) times.push(performance.now() - began)
  }
  return median(times)
}
