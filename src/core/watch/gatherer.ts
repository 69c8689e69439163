// What one look has found, the same fault together: a million lines of it cost no more than a few.
import { plainText } from '../../lib/plain-text.ts'
import { printable } from '../../lib/printable.ts'
import { redactSecrets } from '../../lib/redact-secrets.ts'
import { familyOf } from './family-of.ts'
import type { Find } from './scan-text.ts'
import { titleOf } from './title-of.ts'
import { nameFault } from './name-fault.ts'

export interface Fault {
  /** The same for the same fault in the same log. */
  readonly matter: string
  readonly title: string
  readonly path: string
  count: number
  /** The first ones, and the last. */
  readonly lines: string[]
}

const LINES_KEPT = 10
const LINE_MAX_CHARS = 500
const BEFORE_CHARS = 100
/** More different faults than anybody reads; the rest is counted together. */
const FAULTS_MAX = 200
const OTHERS = 'other faults'

export interface Gatherer {
  add(find: Find, path: string): void
  faults(): readonly Fault[]
}

export function makeGatherer(source: string): Gatherer {
  const faults = new Map<string, Fault>()
  return {
    add(find, path) {
      const line = cleanLine(find)
      const family = familyOf(path)
      const name = nameFault(line)
      const wanted = `${source} ${family} ${name}`
      const isRoom = faults.has(wanted) || faults.size < FAULTS_MAX
      const matter = isRoom ? wanted : `${source} ${family} ${OTHERS}`
      const fault = faults.get(matter) ?? {
        matter,
        title: isRoom ? titleOf(line) : OTHERS,
        path,
        count: 0,
        lines: [],
      }
      fault.count += 1
      if (fault.lines.length === LINES_KEPT) fault.lines.pop()
      fault.lines.push(line)
      faults.set(matter, fault)
    },
    faults: () => [...faults.values()],
  }
}

/** Bytes as they stood in the file, as text that can be stored and shown: what stands before the word, and after it. */
function cleanLine({ text, at }: Find): string {
  const before = clean(text.slice(0, at))
  const after = clean(text.slice(at))
  return (before.slice(-BEFORE_CHARS) + after.slice(0, LINE_MAX_CHARS - BEFORE_CHARS)).trim()
}

function clean(bytes: string): string {
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  return printable(redactSecrets(plainText(text).replaceAll('\n', ' ')))
}
