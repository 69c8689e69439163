// Makes the files in the spool part of the mail, once and in order.
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { importMessage, type SpooledLetter } from '../core/mail/import-message.ts'
import { OWNER, type Sender } from '../core/mail/sender.ts'
import { sendNotice } from '../core/mail/send-notice.ts'
import { BODY_MAX_BYTES } from '../protocol/messages/measure-body.ts'
import { MessageId } from '../protocol/messages/message.ts'
import { Timestamp } from '../protocol/timestamp.ts'
import type { Context } from './context.ts'

export type Mailbag = Pick<Context, 'home' | 'store' | 'clock' | 'log'>

const SpooledMail = z.object({
  id: MessageId,
  from: z.string(),
  to: z.string(),
  subject: z.string().nullable(),
  body: z.string().refine(fits),
  acceptedAt: Timestamp,
  actor: z.string(),
})

function fits(body: string): boolean {
  return new TextEncoder().encode(body).length <= BODY_MAX_BYTES
}

/** Never rejects: what can't be imported now stays where it is, and is tried again. */
export async function importSpool(mailbag: Mailbag): Promise<void> {
  const { home, store, clock, log } = mailbag
  const folder = join(home, 'spool', 'new')
  try {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
    // Names begin with the time, and are given in order.
    for (const name of names.toSorted()) {
      const path = join(folder, name)
      const spooled = parseSpooled(name, await readFile(path, 'utf8'))
      if (spooled) {
        await store.write((writer) => importMessage({ clock }, writer, spooled))
        await rm(path, { force: true })
      } else await setAside(mailbag, name)
    }
  } catch (error) {
    log.error({ err: error }, 'the spooled messages could not be imported')
  }
}

/** Nobody here has written it so. It must not keep back what comes after it, nor vanish: the person is told where it is. */
async function setAside({ home, store, clock, log }: Mailbag, name: string): Promise<void> {
  const aside = join(home, 'spool', `${name}.unreadable`)
  log.error({ name }, 'a spooled message can’t be read: it is set aside')
  await store.write((writer) =>
    sendNotice({ clock }, writer, {
      key: `unreadable:${name}`,
      subject: 'a spooled message can’t be read',
      body: `It is no message as cmux writes them, and was set aside as ${aside}.`,
      about: null,
      alsoOwner: true,
    }),
  )
  await rename(join(home, 'spool', 'new', name), aside)
}

function parseSpooled(name: string, text: string): SpooledLetter | undefined {
  const parsed = SpooledMail.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { id, to, subject, body, acceptedAt, ...who } = parsed.data
  const key = name.replace(/\.json$/, '')
  return { letter: { id, to, subject, body }, sender: senderFrom(who), at: acceptedAt, key }
}

/** Whoever wrote the file knew the token only by its line: `owner`, `human:tok_…`, `agent:anna`. */
function senderFrom({ from, actor }: { readonly from: string; readonly actor: string }): Sender {
  const agent = /^agent:(.+)$/.exec(actor)?.[1]
  if (agent !== undefined) return { from: agent, trust: 'agent', actor }
  return { from: from === actor ? OWNER : from, trust: 'person', actor }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not ours: a file appears in the spool whole or not at all
  }
}
