// The last lines of a text file, fit to be shown: no escapes, no control characters, no secrets, no endless lines.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { redactSecrets } from './redact-secrets.ts'

const TAIL_BYTES = 64 * 1024
const LINE_MAX_CHARS = 1000

/** Nothing when the file is not there or can't be read: this is for people in trouble, who need the rest. */
export function readTail(path: string, count: number): string[] {
  let text: string
  try {
    text = readEnd(path)
  } catch {
    return []
  }
  const lines = text.split(/\r?\n/).map(cleanLine).filter(Boolean)
  // Secrets last: an escape in the middle of one must not hide it.
  return redactSecrets(lines.join('\n')).split('\n').slice(-count).map(shorten)
}

export function cleanLine(line: string): string {
  return stripVTControlCharacters(line.replaceAll('\t', '  ')).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}

const shorten = (line: string) => (line.length > LINE_MAX_CHARS ? `${line.slice(0, LINE_MAX_CHARS)}…` : line)

function readEnd(path: string): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const start = Math.max(0, size - TAIL_BYTES)
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES))
    const bytes = readSync(file, buffer, 0, buffer.length, start)
    const text = buffer.toString('utf8', 0, bytes)
    // The first line of a cut is half a line, and half a secret looks like none.
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    closeSync(file)
  }
}
