// What an agent knew before its conversation was shortened, as a person reads it: a heading and lines for each part. Pure. What
// has another form is no such artifact, and is shown as it is.
import type { Part } from '../../ui/parts.tsx'

const PARTS: readonly (readonly [key: string, title: string])[] = [
  ['current_task', 'Current task'],
  ['decisions', 'Decisions'],
  ['open_questions', 'Open questions'],
  ['blockers', 'Blockers'],
  ['files_modified', 'Files modified'],
  ['git_state', 'Git'],
]

export function readArtifact(value: unknown): Part[] | undefined {
  if (!isRecord(value) || !PARTS.every(([key]) => Object.hasOwn(value, key))) return undefined
  return PARTS.map(([key, title]) => ({ title, lines: toLines(value[key]) }))
}

function toLines(value: unknown): string[] {
  if (isNothing(value)) return []
  if (Array.isArray(value)) return value.map(toLine).filter((line) => line !== '')
  if (!isRecord(value)) return [toLine(value)]
  return Object.entries(value).flatMap(([key, part]) =>
    // A list inside of a part is a line each.
    Array.isArray(part) ? part.map((each) => name(key, each)) : isNothing(part) ? [] : [name(key, part)],
  )
}

/** Of several things said together, the first is the main one: `use SQLite (reason: one machine)`. */
function toLine(value: unknown): string {
  if (isNothing(value)) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(toLine).join(', ')
  if (!isRecord(value)) return JSON.stringify(value)
  const [first, ...others] = Object.entries(value).filter(([, part]) => !isNothing(part))
  const more = others.map(([key, part]) => (part === true ? key : name(key, part))).join('; ')
  const main = first ? toLine(first[1]) : ''
  return more === '' ? main : `${main} (${more})`
}

const name = (key: string, value: unknown) => `${key.replaceAll('_', ' ')}: ${toLine(value)}`

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
