// From what a browser says of an error to what the server is told; undefined when it is no fault of the page. Pure.
import type { PageFault } from '../../protocol/alerts/page-fault.ts'

export type SeenFault = Pick<PageFault, 'kind' | 'message' | 'where'>

export interface SeenError {
  readonly kind: 'error' | 'rejection'
  /** What was thrown; anything can be. */
  readonly thrown: unknown
  readonly message?: string | undefined
  /** The script's address, where the browser says it. */
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** A request that got no answer: the server is away, which is told elsewhere. Each browser has its own words. */
const NO_ANSWER = /^(?:Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed)$/
const PART_MISSING = /(?:dynamically imported module|Importing a module script failed)/
/** An answer that is a refusal is known to the server; what was given up on purpose or in time is no fault. */
const OWN_ENDS = new Set(['RefusedRequest', 'AbortError', 'TimeoutError'])
/** The browser's word for a layout that takes another round. */
const HARMLESS = /^ResizeObserver loop/
const FOREIGN = /^(?!https?:)[\w-]+-extension:/

export function describeFault({
  kind,
  thrown,
  message,
  file = '',
  line,
  column,
}: SeenError): SeenFault | undefined {
  const error = thrown instanceof Error ? thrown : undefined
  const words = error ? `${error.name}: ${error.message}` : message || printed(thrown)
  const stack = error?.stack ?? ''
  const bare = error?.message ?? words
  if (HARMLESS.test(bare) || NO_ANSWER.test(bare) || OWN_ENDS.has(error?.name ?? nameOf(thrown)))
    return undefined
  // Of a script of another origin a browser says nothing but this; ours are all of this one.
  if (FOREIGN.test(file) || FOREIGN.test(firstAddress(stack)) || bare === 'Script error.') return undefined
  if (PART_MISSING.test(bare)) return { kind: 'load', message: words, where: pathOf(firstAddress(bare)) }
  const place = file === '' ? placeIn(stack) : [pathOf(file), line, column].filter((part) => part).join(':')
  return { kind, message: words, where: place }
}

/** A DOMException is no Error in every browser. */
function nameOf(thrown: unknown): string {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : ''
  return typeof name === 'string' ? name : ''
}

function printed(thrown: unknown): string {
  try {
    return String(thrown) || 'an error without words'
  } catch {
    return 'an error that can not be printed'
  }
}

const firstAddress = (text: string) => /[\w-]+:\/\/[^\s)]+/.exec(text)?.[0] ?? ''
const placeIn = (stack: string) => /\/assets\/[\w.-]+:\d+:\d+/.exec(stack)?.[0] ?? ''

/** What stands behind `?` and `#` is nobody's business. */
export function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : ''
}
