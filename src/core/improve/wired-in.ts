// Whether what a change brings is used by anything: how that is found out in a project, and what of it is new. Pure.
import type { Check, ProjectFile } from '../../protocol/project-file.ts'

export type WiredInPlan =
  | { readonly kind: 'skip'; readonly why: string }
  | { readonly kind: 'run'; readonly check: Check; readonly parse: (text: string) => string[] | undefined }

export const WIRED_IN = 'wired-in'
const LIMIT_SEC_DEFAULT = 300
const KNIP = 'node_modules/.bin/knip --no-progress --reporter json'

export function planWiredIn(file: ProjectFile | null, hasKnip: boolean): WiredInPlan {
  const said = file?.wiredIn
  if (said === false) return { kind: 'skip', why: 'is not wanted by cmux.json' }
  const { run, timeoutSec = LIMIT_SEC_DEFAULT, required = true } = said ?? {}
  const check = { name: WIRED_IN, timeoutSec, required }
  if (run !== undefined) return { kind: 'run', check: { ...check, run }, parse: parseLines }
  if (hasKnip) return { kind: 'run', check: { ...check, run: KNIP }, parse: parseKnip }
  return { kind: 'skip', why: 'skipped: this project has no tool that finds unused code' }
}

/** A finding that was there twice and is there three times is new once. */
export function listNew(before: readonly string[], after: readonly string[]): string[] {
  const known = [...before]
  return after.filter((finding) => {
    const at = known.indexOf(finding)
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}

/** Each line is one; where in the file it stands does not matter, since that moves. */
function parseLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/:\d+/g, '').trim())
    .filter((line) => line !== '')
}

/** What knip calls unused; the rest of its report is about what is missing. */
const UNUSED = new Set(
  'files exports nsExports types nsTypes enumMembers classMembers namespaceMembers dependencies devDependencies'.split(
    ' ',
  ),
)

interface KnipReport {
  /** Before its version 6. */
  readonly files: readonly string[]
  readonly issues: readonly Readonly<Record<string, unknown>>[]
}

/** Undefined when it is no report of knip. */
export function parseKnip(text: string): string[] | undefined {
  const report = text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"issues"'))
    .map(parseReport)[0]
  if (!report) return undefined
  const rows = report.issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds)
      .filter(([kind]) => UNUSED.has(kind))
      .flatMap(([kind, found]) => namesIn(found).map((name) => `${kind} ${String(file)} ${name}`)),
  )
  return [...report.files.map((file) => `files ${file} ${file}`), ...rows]
}

/** What a check prints is written by the code that is checked, so it may be anything. */
function parseReport(line: string): KnipReport | undefined {
  try {
    const { issues, files } = JSON.parse(line) as Readonly<Record<string, unknown>>
    if (!Array.isArray(issues) || !issues.every(isObject)) return undefined
    return { issues, files: Array.isArray(files) ? files.map(String) : [] }
  } catch {
    return undefined // cut off, most likely
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Lists of things with a name, or such lists by the name of what they belong to. */
function namesIn(found: unknown): string[] {
  if (Array.isArray(found))
    return found.map((one) => (isObject(one) && typeof one['name'] === 'string' ? one['name'] : ''))
  return isObject(found) ? Object.values(found).flatMap(namesIn) : []
}
