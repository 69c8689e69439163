// What a check prints, on disk: the beginning as it comes, and at its end the last part, with a word on what is left out between. So
// a check that prints without end costs neither memory nor disk.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endOfCutKey, makeLineMask } from '../../lib/line-mask.ts'
import type { Mask } from '../../lib/mask.ts'
import type { CheckOutputs, OutputPart } from '../../core/improve/check-runner.ts'
import type { ChangeId } from '../../protocol/ids.ts'

const HEAD_MAX_BYTES = 512 * 1024
const TAIL_MAX_BYTES = 512 * 1024
/** A line that has begun is shown after this, so that a check that asks or counts is seen to do so. */
const SILENCE_MS = 300
/** One answer. */
const PART_MAX_BYTES = 256 * 1024

interface CheckOutput {
  hear(bytes: Buffer): void
  /** The last part. */
  tail(maxBytes: number): string
  end(): void
}

export interface OutputFolder extends CheckOutputs {
  /** `onMore` hears how much is on disk, whenever that has grown. */
  open(id: ChangeId, check: string, onMore?: (written: number) => void): CheckOutput
}

export function makeOutputFolder(home: string, mask: Mask): OutputFolder {
  const growing = new Set<string>()
  const pathOf = (id: ChangeId, check: string) => join(home, 'changes', id, 'output', `${check}.log`)
  return {
    open(id, check, onMore) {
      const path = pathOf(id, check)
      growing.add(path)
      return openOutput(path, { mask, onMore, onEnd: () => growing.delete(path) })
    },
    async read(id, check, from, maxBytes = PART_MAX_BYTES) {
      const path = pathOf(id, check)
      // Asked before we read, so that nothing that comes meanwhile is taken for the end.
      const done = !growing.has(path)
      return readPart(path, { from, maxBytes, done })
    },
  }
}

interface OutputOptions {
  readonly mask: Mask
  readonly onMore: ((written: number) => void) | undefined
  readonly onEnd: () => void
}

function openOutput(path: string, { mask, onMore, onEnd }: OutputOptions): CheckOutput {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'w', 0o600)
  let written = 0
  const write = (bytes: Buffer) => void (written += writeSync(file, bytes))
  const lines = makeLineMask(mask)
  // Masked, and not longer than the beginning. What comes after it is masked only where it is kept: most of it is left out.
  const head: Buffer[] = []
  const rest = makeRest(mask)
  let isFull = false
  let silence: NodeJS.Timeout | undefined
  const keep = (text: string) => {
    const bytes = toBytes(text)
    head.push(bytes)
    write(bytes.subarray(0, Math.max(0, HEAD_MAX_BYTES - written)))
    isFull = written >= HEAD_MAX_BYTES
    if (isFull) rest.hear(toBytes(lines.release()))
  }
  const shown = () => Buffer.concat([...head, rest.read()])
  return {
    hear(bytes) {
      clearTimeout(silence)
      if (isFull) {
        rest.hear(bytes)
        return
      }
      keep(lines.push(bytes.toString('latin1')))
      onMore?.(written)
      silence = setTimeout(() => {
        if (isFull) return
        keep(lines.settle())
        onMore?.(written)
      }, SILENCE_MS)
    },
    tail: (maxBytes) => shown().subarray(-maxBytes).toString('utf8'),
    end() {
      clearTimeout(silence)
      if (!isFull) keep(lines.end())
      const beyond = shown().subarray(written)
      const tail = beyond.subarray(-Math.min(beyond.length, TAIL_MAX_BYTES))
      const left = beyond.length - tail.length + rest.dropped()
      if (left > 0) write(Buffer.from(`\n… ${left} bytes are left out here …\n`))
      write(tail)
      closeSync(file)
      onEnd()
    },
  }
}

interface Rest {
  hear(bytes: Buffer): void
  /** Masked. A line that lost its beginning is left out, since a secret in it could not be known. */
  read(): Buffer
  dropped(): number
}

/** The last part of what comes in, as it came. */
function makeRest(mask: Mask): Rest {
  const pieces: Buffer[] = []
  let held = 0
  let dropped = 0
  return {
    hear(bytes) {
      pieces.push(bytes)
      held += bytes.length
      while (held - (pieces[0]?.length ?? 0) >= TAIL_MAX_BYTES) {
        const oldest = pieces.shift()?.length ?? 0
        held -= oldest
        dropped += oldest
      }
    },
    read() {
      const text = Buffer.concat(pieces).toString('latin1')
      return toBytes(mask.text(dropped === 0 ? text : fromWholeLine(text)))
    },
    dropped: () => dropped,
  }
}

/** A line that is longer than this has no beginning worth waiting for. */
const LINE_MAX_CHARS = 64 * 1024

function fromWholeLine(text: string): string {
  const lineEnd = text.slice(0, LINE_MAX_CHARS).indexOf('\n')
  const whole = lineEnd === -1 ? text : text.slice(lineEnd + 1)
  // The end of a private key whose beginning is gone.
  return whole.slice(endOfCutKey(whole))
}

/** Byte by byte, so that what is no UTF-8 stays as it is: the forms of secrets are ASCII. */
const toBytes = (text: string) => Buffer.from(text, 'latin1')

interface Wish {
  readonly from: number
  readonly maxBytes: number
  readonly done: boolean
}

async function readPart(path: string, { from, maxBytes, done }: Wish): Promise<OutputPart> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return { text: '', next: from, done: false }
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.max(0, Math.min(maxBytes, size - from)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
    const isLast = done && from + bytesRead >= size
    const whole = isLast ? bytesRead : wholeCharacters(bytes, bytesRead)
    return { text: bytes.subarray(0, whole).toString('utf8'), next: from + whole, done: isLast }
  } finally {
    await file.close()
  }
}

/** A character of several bytes may not be all there yet. */
function wholeCharacters(bytes: Buffer, length: number): number {
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0
    if (byte < 0x80) return length
    const isFirst = byte >= 0xc0
    const wants = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    if (isFirst) return wants > back ? length - back : length
  }
  return length
}
