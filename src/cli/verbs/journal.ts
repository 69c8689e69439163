// The journal: write an entry, read a day, find words.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { Client } from '../../client/make-client.ts'
import { makeJournalId } from '../../host/make-message-id.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { JournalEntry } from '../../protocol/journal/journal.ts'
import type { RouteRequest } from '../../protocol/routes.ts'
import { connect } from '../connect.ts'
import { layoutEntry } from '../layout/layout-entry.ts'
import { retryWhileDown } from '../retry-while-down.ts'
import type { RunVerb, VerbCall } from '../verb.ts'

type Addition = RouteRequest<'POST /api/journal'>['body']
type Query = RouteRequest<'GET /api/journal'>['query']

const SEARCH_LIMIT = '20'
const PAGE = 1000

export const addEntry: RunVerb = async ({ args, options, environment }) => {
  const words = args.length === 1 && args[0] === '-' ? await readAll(process.stdin) : args.join(' ')
  const { kind, project, attach, id } = options
  // What is not well-formed is refused by the server, in words that name it.
  const body = {
    id: id ?? makeJournalId(Date.now()),
    text: words,
    ...(kind !== undefined && { kind }),
    ...(project !== undefined && { project }),
    ...(typeof attach === 'string' && { attachments: [readAttachment(attach)] }),
  } as Addition
  const client = connect(environment)
  const entry = await retryWhileDown(() => client.call('POST /api/journal', { body }))
  return { json: entry, text: `added to journal/${entry.project}/${entry.day}/journal.md` }
}

function readAttachment(path: string): { name: string; base64: string } {
  try {
    return { name: basename(path), base64: readFileSync(path).toString('base64') }
  } catch (error) {
    throw new CmuxError('USAGE', `${path} can't be read`, { hint: 'name a file to attach', cause: error })
  }
}

export const readJournal: RunVerb = async (call) => {
  const day = call.args[0] ?? new Date().toISOString().slice(0, 10)
  const query = { ...filterOf(call), day, order: 'oldest', limit: PAGE } as Query
  const client = connect(call.environment)
  const entries: JournalEntry[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await client.call('GET /api/journal', {
      query: cursor === undefined ? query : { ...query, cursor },
    })
    entries.push(...page.items)
    cursor = page.next
  }
  return show(client, entries, `no entries on ${day}`)
}

export const searchJournal: RunVerb = async (call) => {
  const limit = call.options['limit'] ?? SEARCH_LIMIT
  const query = { ...filterOf(call), q: call.args.join(' '), limit } as Query
  const client = connect(call.environment)
  const { items } = await client.call('GET /api/journal', { query })
  return show(client, items, 'no results')
}

function filterOf({ options }: VerbCall): Record<string, string | boolean> {
  const { project, kind, agent } = options
  return {
    ...(project !== undefined && { project }),
    ...(kind !== undefined && { kind }),
    ...(agent !== undefined && { agent }),
  }
}

async function show(client: Client, entries: readonly JournalEntry[], nothing: string) {
  const whole: JournalEntry[] = []
  for (const entry of entries) whole.push(isWhole(entry) ? entry : await readWhole(client, entry))
  const text = whole.length === 0 ? nothing : whole.map(layoutEntry).join('\n\n')
  return { json: whole, text }
}

const isWhole = ({ text, bytes }: JournalEntry) => Buffer.byteLength(text) === bytes

const readWhole = (client: Client, { seq }: JournalEntry) =>
  client.call('GET /api/journal/:seq', { params: { seq } })
