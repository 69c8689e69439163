// What the watchdog did while nobody could write it down: files in its spool, made part of the history once and in order.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { writeEntry } from '../core/journal/write-entry.ts'
import { sendNotice } from '../core/mail/send-notice.ts'
import type { StoreWriter } from '../core/store.ts'
import { JournalEntryId } from '../protocol/journal.ts'
import { Timestamp } from '../protocol/timestamp.ts'
import type { Context } from './context.ts'

const WatchdogRecord = z.looseObject({ kind: z.string(), at: Timestamp, entry: z.string().optional() })

/** All that is there; what is left when `signal` aborts is the next server's. */
export async function importRecords(
  { home, store, clock, log }: Pick<Context, 'home' | 'store' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(home, 'watchdog', 'records')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  // Names begin with the time, so their order is that of what happened.
  for (const name of names.toSorted()) {
    if (signal.aborted) return
    const path = join(folder, name)
    const parsed = WatchdogRecord.safeParse(parseJson(await readFile(path, 'utf8')))
    if (parsed.success) {
      const { kind, entry, ...detail } = parsed.data
      await store.write(async (writer) => {
        // By its name: whoever died between the commit and the removal leaves the file for another import.
        const data = { record: name, kind, detail }
        await writer.events.append({ type: 'watchdog.acted', actor: 'watchdog', data }, `watchdog/${name}`)
        if (entry === undefined) return
        await tellSupervisor(clock, writer, { kind, entry, name })
        await noteRecovery(clock, writer, { at: parsed.data.at, entry, name })
      })
    } else log.warn({ name }, "a record of the watchdog can't be read and is dropped")
    await rm(path, { force: true })
  }
}

interface Story {
  readonly kind: string
  readonly entry: string
  readonly name: string
}

/** The watchdog wrote it as a part of the page, with a heading: the page will have one of its own. */
async function noteRecovery(
  clock: Clock,
  writer: StoreWriter,
  { at, entry, name }: Omit<Story, 'kind'> & { readonly at: Timestamp },
): Promise<void> {
  const [, what = '', text = entry] = /^## \S+ recovery: ([^\n]*)\n\n([\s\S]*)$/.exec(entry) ?? []
  await writeEntry({ clock }, writer, {
    id: JournalEntryId.parse(`watchdog:${name.replace(/\.json$/, '')}`),
    kind: 'recovery',
    project: null,
    author: 'system',
    actor: 'watchdog',
    agent: null,
    text: what === '' ? text : `${what}: ${text}`,
    at,
  })
}

/** The same words as in the journal (H5). */
async function tellSupervisor(
  clock: Clock,
  writer: StoreWriter,
  { kind, entry, name }: Story,
): Promise<void> {
  const subject = `the watchdog: ${kind}`
  await sendNotice({ clock }, writer, { key: name.replace(/\.json$/, ''), subject, body: entry, about: null })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // half a file, which its schema then refuses
  }
}
