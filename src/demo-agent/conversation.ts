// What was said, as lines of JSON in the agent's own folder, so that a killed agent can go on where it was. The lines have the
// shape of Claude Code's transcripts, as far as cmux reads those.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Usage {
  readonly input: number
  readonly output: number
}

export interface Conversation {
  readonly sessionId: string
  readonly path: string
  /** Prompts and answers so far, oldest first. */
  readonly remembered: readonly Remembered[]
  /** Its key: the same whenever the conversation is read. */
  addPrompt(text: string): string
  /** With what it took; without numbers they come from the length of what was said. */
  addAnswer(text: string, usage?: Usage): void
  addNote(text: string): void
  /** Its summary stands for all that was said so far: that much its next answer is given to read. */
  shorten(summary: string): void
  /** All prompts so far have been worked through. */
  markDone(): void
  /** Prompts that a kill cut short, oldest first. */
  unfinished(): readonly Remembered[]
  /** A name that never comes twice in a conversation, not even after a kill. */
  nextId(kind: string): string
}

interface Remembered {
  readonly who: 'user' | 'assistant' | 'system'
  readonly text: string
  /** Of this line in this conversation. */
  readonly key: string
  /** Stands for all before it. */
  readonly isSummary: boolean
}

export const MODEL = 'demo-1'
const DONE = 'worked through'
/** Of a line, as Claude Code has it, too. */
const SHORTENED = 'compact_boundary'
const CHARS_PER_TOKEN = 4
/** Enough for a brief; the file has all of it. */
const REMEMBERED_MAX = 50

/** Undefined when there is none to go on with. */
export function resumeConversation(path: string, sessionId: string): Conversation | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    // The last line may be half a line, of an agent that was killed while it wrote.
    if (!text.endsWith('\n')) appendFileSync(path, '\n')
    const lines = text.split('\n').filter((line) => line !== '')
    const past = lines.flatMap((line, at) => parseLine(line, `${sessionId}:${at}`))
    const conversation = makeConversation(path, sessionId, past, lines.length)
    // Names count from the number of lines: the one who was killed may have used some without writing a line.
    conversation.addNote('resumed')
    return conversation
  } catch {
    return undefined // never begun, or not ours to read: the same to whoever wants to go on with it
  }
}

export function startConversation(path: string, sessionId: string): Conversation {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, '', { mode: 0o600 })
  return makeConversation(path, sessionId, [], 0)
}

function makeConversation(path: string, sessionId: string, past: Remembered[], count: number): Conversation {
  const remembered = past.slice(-REMEMBERED_MAX)
  let lines = count
  let named = 0
  let chars = past
    .slice(
      Math.max(
        0,
        past.findLastIndex(({ isSummary }) => isSummary),
      ),
    )
    .reduce((sum, { text }) => sum + text.length, 0)
  const add = (
    who: Remembered['who'],
    text: string,
    message: Record<string, unknown>,
    subtype?: typeof SHORTENED,
  ) => {
    const key = `${sessionId}:${lines}`
    const isSummary = subtype !== undefined
    remembered.push({ who, text, key, isSummary })
    if (remembered.length > REMEMBERED_MAX) remembered.shift()
    chars = (isSummary ? 0 : chars) + text.length
    lines += 1
    const line = { type: who, subtype, uuid: key, sessionId, timestamp: new Date().toISOString(), message }
    appendFileSync(path, `${JSON.stringify(line)}\n`)
    return key
  }
  return {
    sessionId,
    path,
    remembered,
    nextId(kind) {
      named += 1
      return `${kind}_${sessionId}_${lines}_${named}`
    },
    markDone: () => void add('system', DONE, { role: 'system', content: DONE }),
    unfinished() {
      const done = remembered.findLastIndex(({ who, text }) => who === 'system' && text === DONE)
      return remembered.slice(done + 1).filter(({ who }) => who === 'user')
    },
    addPrompt: (text) => add('user', text, { role: 'user', content: text }),
    addNote: (text) => void add('system', text, { role: 'system', content: text }),
    shorten: (summary) => void add('system', summary, { role: 'system', content: summary }, SHORTENED),
    addAnswer(text, usage = { input: tokens(chars), output: tokens(text.length) }) {
      add('assistant', text, {
        id: `msg_${sessionId}_${lines}`,
        model: MODEL,
        role: 'assistant',
        content: [{ type: 'text', text }],
        usage: {
          input_tokens: usage.input,
          output_tokens: usage.output,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 0,
        },
      })
    },
  }
}

const tokens = (chars: number) => Math.ceil(chars / CHARS_PER_TOKEN)

function parseLine(line: string, key: string): Remembered[] {
  try {
    const { type, subtype, message } = JSON.parse(line) as {
      type: Remembered['who']
      subtype?: string
      message: { content: unknown }
    }
    const { content } = message
    const text = Array.isArray(content)
      ? content.map((part: { text: string }) => part.text).join('')
      : content
    return typeof text === 'string' ? [{ who: type, text, key, isSummary: subtype === SHORTENED }] : []
  } catch {
    return [] // half a line
  }
}
