// Writes pages from the store. It leads: an entry counts once it is in the store, and the page follows. A page that is not as
// large as it was left was touched by a crash, the watchdog or somebody's editor, and is made anew.
import type { Store } from '../store.ts'
import { composeEntry, composeTitle } from './compose-entry.ts'
import type { JournalPageFiles } from './journal-files.ts'
import type { PageName, WrittenPage } from './journal-table.ts'
import type { JournalEntry } from '../../protocol/journal/journal.ts'

/** In memory at once. */
const PART_BYTES = 4 * 1024 * 1024

export interface PageDeps {
  readonly store: Store
  readonly pages: JournalPageFiles
}

export interface PageKeeper {
  /** Brings all pages up to the newest entry. */
  write(): Promise<void>
  /** Makes anew what is not as it was left. */
  check(): Promise<void>
}

/** `ended`: after it, it begins nothing more. */
export function makePageKeeper(deps: PageDeps, ended: AbortSignal): PageKeeper {
  return {
    async write() {
      while (!ended.aborted && (await writeSome(deps)));
    },
    async check() {
      const { store } = deps
      const cursor = await store.read.journal.cursor('pages')
      if (cursor === undefined) return begin(deps)
      for (const page of await store.read.journal.writtenPages()) {
        if (ended.aborted) return
        if ((await deps.pages.size(page)) === page.bytes) continue
        const bytes = await makeAnew(deps, page, cursor)
        await store.write(({ journal }) => journal.putWrittenPage({ ...page, bytes }))
      }
    },
  }
}

/** What the watchdog wrote before there was a journal is in no store. */
async function begin({ store, pages }: PageDeps): Promise<void> {
  await pages.setAside()
  await store.write(({ journal }) => journal.setCursor('pages', 0))
}

/** Whether there may be more. */
async function writeSome(deps: PageDeps): Promise<boolean> {
  const { store } = deps
  const cursor = (await store.read.journal.cursor('pages')) ?? 0
  const entries = await store.read.journal.after(cursor, PART_BYTES)
  const last = entries.at(-1)
  if (!last) return false
  const written: WrittenPage[] = []
  for (const own of Map.groupBy(entries, ({ project, day }) => `${project}/${day}`).values()) {
    const { project, day } = own[0] ?? last
    written.push(await writePage(deps, { project, day }, own, last.seq))
  }
  await store.write(async ({ journal }) => {
    for (const page of written) await journal.putWrittenPage(page)
    await journal.setCursor('pages', last.seq)
  })
  return true
}

async function writePage(
  deps: PageDeps,
  page: PageName,
  entries: readonly JournalEntry[],
  upTo: number,
): Promise<WrittenPage> {
  const known = await deps.store.read.journal.writtenPage(page)
  const isAsLeft = known !== undefined && (await deps.pages.size(page)) === known.bytes
  const bytes = isAsLeft
    ? known.bytes + (await deps.pages.append(page, entries.map(composeEntry).join('')))
    : await makeAnew(deps, page, upTo)
  return { ...page, bytes }
}

const makeAnew = (deps: PageDeps, page: PageName, upTo: number) =>
  deps.pages.replace(page, readPage(deps, page, upTo))

async function* readPage({ store }: PageDeps, page: PageName, upTo: number): AsyncGenerator<string> {
  yield composeTitle(page)
  for (let seq = 0; ;) {
    const found = await store.read.journal.after(seq, PART_BYTES, page)
    const entries = found.filter((entry) => entry.seq <= upTo)
    yield entries.map(composeEntry).join('')
    seq = found.at(-1)?.seq ?? upTo
    if (seq >= upTo) return
  }
}
