// tmux's control mode, from bytes to what they say: answers between %begin and %end, and notifications around them. Cut
// anywhere, the same bytes say the same.
import { parseNotification, type Notification } from './parse-notification.ts'

/** What tmux answered to one command. */
export interface Block {
  readonly ok: boolean
  /** Whether a command of ours was answered, and not one of tmux's own. */
  readonly ours: boolean
  readonly lines: readonly string[]
}

export interface ControlListener {
  onNotification(notification: Notification): void
  onBlock(block: Block): void
  /** How many lines of the answer that begins now are content, whatever they look like: a screen may show `%end`. */
  literalLines(): number
}

export interface ControlParser {
  /** Throws when tmux says more at once than we are ready to hold. */
  push(chunk: Uint8Array): void
}

const LF = 0x0a
/** A line of output is some KiB; the longest line of all is a row of a screen with colours. */
const LINE_MAX_BYTES = 4 * 1024 * 1024
/** The longest scrollback that is asked for, with colours. */
const BLOCK_MAX_BYTES = 64 * 1024 * 1024

interface OpenBlock {
  /** Time, number and flags: the same at both ends. */
  readonly id: string
  readonly lines: string[]
  literal: number
  bytes: number
}

export function makeControlParser(listener: ControlListener): ControlParser {
  let rest: Buffer[] = []
  let restBytes = 0
  let block: OpenBlock | undefined

  const takeLine = (line: Buffer) => {
    if (block) block = continueBlock(block, line, listener)
    else block = beginBlock(line, listener)
  }

  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let start = 0
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        const line = bytes.subarray(start, end)
        takeLine(rest.length === 0 ? line : Buffer.concat([...rest, line]))
        rest = []
        restBytes = 0
        start = end + 1
      }
      if (start === bytes.length) return
      restBytes += bytes.length - start
      if (restBytes > LINE_MAX_BYTES) throw new RangeError('tmux sent a line without end')
      rest.push(Buffer.from(bytes.subarray(start)))
    },
  }
}

function beginBlock(line: Buffer, listener: ControlListener): OpenBlock | undefined {
  const begin = /^%begin (\d+ \d+ \d+)$/.exec(line.toString('latin1', 0, 80))
  if (begin?.[1] === undefined) {
    if (line[0] === 0x25) listener.onNotification(parseNotification(line))
    return undefined
  }
  return { id: begin[1], lines: [], literal: isOurs(begin[1]) ? listener.literalLines() : 0, bytes: 0 }
}

function continueBlock(block: OpenBlock, line: Buffer, listener: ControlListener): OpenBlock | undefined {
  const text = line.toString()
  const isEnd = block.literal === 0 && (text === `%end ${block.id}` || text === `%error ${block.id}`)
  if (isEnd) {
    listener.onBlock({ ok: text.startsWith('%end'), ours: isOurs(block.id), lines: block.lines })
    return undefined
  }
  if (block.literal > 0) block.literal -= 1
  block.bytes += line.length
  if (block.bytes > BLOCK_MAX_BYTES) throw new RangeError('tmux sent an answer without end')
  block.lines.push(text)
  return block
}

function isOurs(id: string): boolean {
  return id.endsWith(' 1')
}
