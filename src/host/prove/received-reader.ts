// What the demo agents really got, from the conversations that they write themselves. Files are read on from where the last look
// ended, and the last line of one that was killed may be half a line.
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Received } from './judge-ledger.ts'
import { sumOf } from './write-letter.ts'

export interface ReceivedReader {
  /** For each agent in the order of reading. */
  read(): readonly Received[]
}

interface Conversation {
  readonly path: string
  readonly agent: string
  readonly began: string
  readonly received: Received[]
  offset: number
}

export function makeReceivedReader(home: string, agents: readonly string[]): ReceivedReader {
  const known = new Map<string, Conversation>()
  return {
    read() {
      for (const agent of agents)
        for (const path of listConversations(home, agent)) {
          const conversation = known.get(path) ?? begin(path, agent)
          if (!conversation) continue
          known.set(path, conversation)
          readOn(conversation)
        }
      return [...known.values()]
        .toSorted((a, b) => (a.began < b.began ? -1 : 1))
        .flatMap(({ received }) => received)
    },
  }
}

function listConversations(home: string, agent: string): string[] {
  const folder = join(home, 'agents', agent, 'conversations')
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return [] // it has not started yet
  }
}

/** Undefined while it has no line: then nobody knows when it began. */
function begin(path: string, agent: string): Conversation | undefined {
  const [first] = splitLines(readFrom(path, 0)).lines
  if (first === undefined) return undefined
  return { path, agent, began: parseLine(first)?.timestamp ?? '', received: [], offset: 0 }
}

function readOn(conversation: Conversation): void {
  const bytes = readFrom(conversation.path, conversation.offset)
  const { lines, length } = splitLines(bytes)
  conversation.offset += length
  for (const line of lines) {
    const { type, message } = parseLine(line) ?? {}
    if (type !== 'user' || typeof message?.content !== 'string') continue
    for (const { id, body } of parsePrompt(message.content))
      conversation.received.push({ id, by: conversation.agent, sum: sumOf(body) })
  }
}

function readFrom(path: string, offset: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, statSync(path).size - offset))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset))
  } finally {
    closeSync(file)
  }
}

function splitLines(bytes: Buffer): { lines: string[]; length: number } {
  const length = bytes.lastIndexOf('\n') + 1
  return { lines: bytes.toString('utf8', 0, length).split('\n').slice(0, -1), length }
}

interface Line {
  readonly type?: string
  readonly timestamp?: string
  readonly message?: { readonly content: unknown }
}

function parseLine(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line
  } catch {
    return undefined // half a line, and the next one of the agent's next life
  }
}

const HEAD = /^\d+ of \d+ · from: \S+ \(\w+\) · id: (\S+) · /
const QUOTE = '| '
const REST = /^\(the beginning of \d+ bytes; all of it is in (.*)\)$/

/** The messages in a prompt. What is not quoted is said by cmux, so no message can pose as another. */
export function parsePrompt(prompt: string): { id: string; body: string }[] {
  const found: { id: string; lines: string[]; file?: string }[] = []
  for (const line of prompt.split('\n')) {
    const [, id] = HEAD.exec(line) ?? []
    const [, file] = REST.exec(line) ?? []
    const last = found.at(-1)
    if (id !== undefined) found.push({ id, lines: [] })
    else if (last && line.startsWith(QUOTE)) last.lines.push(line.slice(QUOTE.length))
    else if (last && file !== undefined) last.file = file
  }
  return found.map(({ id, lines, file }) => ({
    id,
    body: file === undefined ? lines.join('\n') : readWhole(file),
  }))
}

/** An agent that can't read the rest did not get it. */
function readWhole(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
