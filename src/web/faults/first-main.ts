// The first script of the page: small, plain, and loaded before all others, so that it can tell of a page that fails before its first
// render. What breaks later comes here, too: errors that nothing catches, rejected promises, parts that can't be loaded, and what a
// boundary of React caught and hands on with `reportError`. The rules of the page forbid scripts in the page itself, so it is a file.
import type { PageFault } from '../../protocol/alerts/page-fault.ts'
import { PAGE_FAULT_LIMITS } from '../../protocol/alerts/page-fault-limits.ts'
import { pageHeaders, readPageSecret } from '../page-secret.ts'
import { describeFault, pathOf, type SeenError, type SeenFault } from './describe-fault.ts'
import { makeFaultTeller } from './make-fault-teller.ts'

const TELL_AGAIN_MS = 10_000
const ANSWER_LIMIT_MS = 10_000
/** A page that draws nothing for so long draws nothing. */
const DRAWN_LIMIT_MS = 15_000
/** Not to be let in, or to have told too much, is an answer. */
const SERVER_ERROR = 500

const teller = makeFaultTeller({ send, later: (run) => setTimeout(run, TELL_AGAIN_MS) })

/** Which release this page is of, as its own answer said. */
function releaseOfPage(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.serverTiming.find(({ name }) => name === 'release')?.description || 'unknown'
}

const cut = (text: string, part: keyof typeof PAGE_FAULT_LIMITS) => text.slice(0, PAGE_FAULT_LIMITS[part])

async function send({ kind, message, where }: SeenFault, count: number): Promise<boolean> {
  // Nobody is logged in: whom should it be told?
  if (readPageSecret() === '') return true
  const fault: PageFault = {
    release: cut(releaseOfPage(), 'release'),
    kind,
    message: cut(message, 'message'),
    where: cut(where, 'where'),
    page: cut(location.pathname, 'page'),
    count,
  }
  try {
    const { status } = await fetch('/api/page-faults', {
      method: 'POST',
      headers: { ...pageHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify(fault),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    return status < SERVER_ERROR
  } catch {
    return false // the server is away
  }
}

/** A part that is there after all was only out of reach for a moment. */
async function isLost(where: string): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(where, {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    return !ok || !/javascript|css/.test(headers.get('content-type') ?? '')
  } catch {
    return false
  }
}

async function take(fault: SeenFault | undefined): Promise<void> {
  if (fault && (fault.kind !== 'load' || (await isLost(fault.where)))) teller.take(fault)
}

const see = (seen: SeenError) => void take(describeFault(seen))

function takePart(part: EventTarget | null): void {
  if (!(part instanceof HTMLScriptElement || part instanceof HTMLLinkElement)) return
  const where = pathOf(part instanceof HTMLScriptElement ? part.src : part.href)
  if (where !== '') void take({ kind: 'load', message: where, where })
}

// What fails to load tells so without bubbling.
window.addEventListener(
  'error',
  (event: Event) => {
    if (!(event instanceof ErrorEvent)) return takePart(event.target)
    const { error: thrown, message, filename: file, lineno: line, colno: column } = event
    see({ kind: 'error', thrown, message, file, line, column })
  },
  { capture: true },
)
window.addEventListener('unhandledrejection', ({ reason }) => see({ kind: 'rejection', thrown: reason }))
window.addEventListener('load', () => {
  setTimeout(() => {
    const isEmpty = document.body.innerText.trim() === ''
    if (isEmpty) void take({ kind: 'empty', message: 'nothing is drawn', where: location.pathname })
  }, DRAWN_LIMIT_MS)
})
