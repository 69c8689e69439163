// From the text of policy.json to the policy in force. What can't be read is never guessed at: then everything but reading is
// asked, and the state says what is wrong and where.
import { Policy } from '../../protocol/policy.ts'

export interface PolicyReading {
  readonly policy: Policy
  readonly problem: string | null
}

/** While nobody knows what the person wants. */
const CLOSED: Policy = { defaults: 'strict', selfReview: 'person', rules: [] }

export function readPolicy(text: string | null): PolicyReading {
  if (text === null) return { policy: Policy.parse({}), problem: null }
  try {
    return readDocument(text, JSON.parse(text))
  } catch (error) {
    return closedPolicy(`is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function closedPolicy(problem: string): PolicyReading {
  return { policy: CLOSED, problem }
}

function readDocument(text: string, document: unknown): PolicyReading {
  const parsed = Policy.safeParse(document)
  if (parsed.success) return { policy: parsed.data, problem: null }
  const [issue] = parsed.error.issues
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...(issue?.path ?? []), ...keys]
  const line = lineOf(text, path)
  const where = path.length === 0 ? 'the document' : path.map(String).join('.')
  return closedPolicy(`line ${line}: ${where}: ${issue?.message ?? 'invalid'}`)
}

/** Found by following the keys through the text; the nearest that is there. An index counts the objects of the list. */
function lineOf(text: string, path: readonly PropertyKey[]): number {
  let at = 0
  for (const step of path) {
    const next =
      typeof step === 'number' ? nthObject(text, at, step) : text.indexOf(JSON.stringify(String(step)), at)
    if (next < 0) break
    at = next
  }
  return text.slice(0, at).split('\n').length
}

function nthObject(text: string, from: number, count: number): number {
  let depth = 0
  let seen = -1
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '}') depth -= 1
    if (token !== '{') continue
    if (depth === 0) seen += 1
    if (depth === 0 && seen === count) return from + index
    depth += 1
  }
  return -1
}
