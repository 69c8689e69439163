// Whether a page that a browser has loaded works, from what the browser said of it. Pure.
import type { DevtoolsEvent } from './devtools.ts'

export interface PageSight {
  /** The first thing that shows it broken. */
  readonly fault: string | undefined
  /** Requests that nothing has answered yet. */
  readonly pending: ReadonlySet<string>
  /** Addresses of scripts and styles that were asked for, by the id of the request. */
  readonly parts: ReadonlyMap<string, string>
}

export const NOTHING_SEEN: PageSight = { fault: undefined, pending: new Set(), parts: new Map() }

/** Where the page itself tells of a fault (`protocol/alerts/page-fault.ts`). */
const FAULTS_PATH = '/api/page-faults'
const PARTS = new Set(['Document', 'Script', 'Stylesheet'])
const FAULT_MAX_CHARS = 300

/** What is known after one more event of the browser. */
export function seeEvent(sight: PageSight, { method, params }: DevtoolsEvent): PageSight {
  const see = EVENTS[method]
  const next = see ? see(sight, params) : sight
  return { ...next, fault: sight.fault ?? next.fault?.slice(0, FAULT_MAX_CHARS) }
}

type Params = Readonly<Record<string, unknown>>

const EVENTS: Readonly<Record<string, (sight: PageSight, params: Params) => PageSight>> = {
  'Runtime.exceptionThrown': (sight, { exceptionDetails }) => ({
    ...sight,
    fault: `it throws: ${wordsOf(exceptionDetails)}`,
  }),
  'Inspector.targetCrashed': (sight) => ({ ...sight, fault: 'the browser crashed over it' }),
  'Network.requestWillBeSent': (sight, params) => {
    const id = String(params['requestId'])
    const request = params['request'] as { readonly url: string; readonly postData?: string }
    const { pathname } = new URL(request.url, 'http://page.invalid')
    const pending = new Set(sight.pending).add(id)
    const parts = PARTS.has(String(params['type']))
      ? new Map(sight.parts).set(id, nameOf(pathname))
      : sight.parts
    if (pathname !== FAULTS_PATH) return { ...sight, pending, parts }
    return { fault: `it tells of a fault: ${messageOf(request.postData)}`, pending, parts }
  },
  'Network.responseReceived': (sight, params) => {
    const name = sight.parts.get(String(params['requestId']))
    const { status } = params['response'] as { readonly status: number }
    return name === undefined || status < 400 ? sight : { ...sight, fault: `${name} answered ${status}` }
  },
  'Network.loadingFinished': (sight, params) => settle(sight, params),
  'Network.loadingFailed': (sight, params) => {
    const name = sight.parts.get(String(params['requestId']))
    const why = String(params['blockedReason'] ?? params['errorText'])
    const isLost = name !== undefined && params['canceled'] !== true
    return { ...settle(sight, params), ...(isLost && { fault: `${name} could not be loaded (${why})` }) }
  },
}

function settle(sight: PageSight, params: Params): PageSight {
  const pending = new Set(sight.pending)
  pending.delete(String(params['requestId']))
  return { ...sight, pending }
}

const nameOf = (path: string) => (path === '/' || path === '/login' ? 'the page' : path.replace(/^\//, ''))

interface ExceptionDetails {
  readonly text?: string
  readonly exception?: { readonly description?: string; readonly value?: unknown }
}

/** The first line: the rest is a stack. */
function wordsOf(details: unknown): string {
  const { text = '', exception } = (details ?? {}) as ExceptionDetails
  const { description, value } = exception ?? {}
  const thrown = typeof value === 'string' ? value : JSON.stringify(value)
  const [first = ''] = (description ?? thrown ?? text).split('\n')
  return first || text
}

function messageOf(body: string | undefined): string {
  try {
    return String((JSON.parse(body ?? '') as { message?: unknown }).message)
  } catch {
    return 'without words'
  }
}
