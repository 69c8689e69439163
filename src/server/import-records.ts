// What the watchdog did while nobody could write it down: files in its spool, made part of the history once and in order.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../adapters/files/read-if-there.ts'
import type { Clock } from '../core/clock.ts'
import { writeEntry } from '../core/journal/write-entry.ts'
import { findOwnProject } from '../core/mail/find-own-project.ts'
import { sendNotice } from '../core/mail/send-notice.ts'
import type { StoreWriter } from '../core/store.ts'
import { JournalEntryId } from '../protocol/journal/journal.ts'
import { Timestamp } from '../protocol/timestamp.ts'
import type { Context } from './context.ts'
import { readOwnCheckout } from './own-system/read-own-checkout.ts'

const FAILED = 'failed'
const FAILURES_TOLD = 5

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
    const text = await readIfThere(path)
    // Another server imported it between our look at the folder and now: around a kill, two may do so for a moment.
    if (text === undefined) continue
    const parsed = WatchdogRecord.safeParse(parseJson(text))
    if (parsed.success) {
      const { kind, entry, ...detail } = parsed.data
      await store.write(async (writer) => {
        // By its name: whoever died between the commit and the removal leaves the file for another import.
        const data = { record: name, kind, detail }
        await writer.events.append({ type: 'watchdog.acted', actor: 'watchdog', data }, `watchdog/${name}`)
        if (entry === undefined) return
        if (kind !== FAILED) await tellSupervisor({ clock, home }, writer, { kind, entry, name })
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

/** What came of a failure is told together with the failure (H5): two messages about one kill would be two turns. */
async function tellSupervisor(
  { clock, home }: Pick<Context, 'clock' | 'home'>,
  writer: StoreWriter,
  { kind, entry, name }: Story,
): Promise<void> {
  const project = await findOwnProject({ ownCheckout: () => readOwnCheckout(home) }, writer)
  await sendNotice({ clock }, writer, {
    key: name.replace(/\.json$/, ''),
    subject: `the watchdog: ${kind}`,
    body: [entry.trimEnd(), ...(await listFailures(writer))].join('\n\n'),
    about: null,
    project,
  })
}

/** What failed since the last recovery, the newest first, with the last words of the server. */
async function listFailures({ journal }: StoreWriter): Promise<string[]> {
  const recent = await journal.list({ kind: 'recovery', order: 'newest', limit: FAILURES_TOLD })
  const others = recent.findIndex(({ text }) => !text.startsWith(`${FAILED}: `))
  // Only the first of them whole: texts of a list are cut.
  const [last, ...before] = others === -1 ? recent : recent.slice(0, others)
  if (!last) return []
  const whole = (await journal.bySeq(last.seq)) ?? last
  return [whole, ...before].map(({ at, text }) => `${at} ${text.trimEnd()}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // half a file, which its schema then refuses
  }
}
