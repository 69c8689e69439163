import { expect, test } from 'vitest'
import type { DevtoolsEvent } from './devtools.ts'
import { NOTHING_SEEN, seeEvent } from './see-event.ts'

const asks = (requestId: string, type: string, path: string, postData?: string): DevtoolsEvent => ({
  method: 'Network.requestWillBeSent',
  params: { requestId, type, request: { url: `http://127.0.0.1:7000${path}`, postData } },
})
const answers = (requestId: string, status: number): DevtoolsEvent => ({
  method: 'Network.responseReceived',
  params: { requestId, response: { status } },
})
const ends = (requestId: string): DevtoolsEvent => ({
  method: 'Network.loadingFinished',
  params: { requestId },
})
const fails = (requestId: string, why: object): DevtoolsEvent => ({
  method: 'Network.loadingFailed',
  params: { requestId, errorText: 'net::ERR_FAILED', ...why },
})
const throws = (exceptionDetails: object): DevtoolsEvent => ({
  method: 'Runtime.exceptionThrown',
  params: { exceptionDetails },
})

const PAGE = [asks('1', 'Document', '/login?code=secret'), answers('1', 200), ends('1')]
const PART = '/assets/overview-1.js'

const CASES: readonly [title: string, events: DevtoolsEvent[], fault: string | undefined, pending: number][] =
  [
    ['a page whose requests are answered', PAGE, undefined, 0],
    ['a request under way', [...PAGE, asks('2', 'Fetch', '/api/status')], undefined, 1],
    [
      'an answer of the API that is an error',
      [asks('2', 'Fetch', '/api/x'), answers('2', 404)],
      undefined,
      1,
    ],
    [
      'a part that is missing',
      [asks('2', 'Script', PART), answers('2', 404)],
      'assets/overview-1.js answered 404',
      1,
    ],
    [
      'a page that is missing',
      [asks('1', 'Document', '/login?code=secret'), answers('1', 500)],
      'the page answered 500',
      1,
    ],
    [
      'a part that is refused by the rules of the page',
      [asks('2', 'Script', PART), fails('2', { blockedReason: 'csp' })],
      'assets/overview-1.js could not be loaded (csp)',
      0,
    ],
    [
      'a part that the page gives up',
      [asks('2', 'Script', PART), fails('2', { canceled: true })],
      undefined,
      0,
    ],
    ['a request for data that fails', [asks('2', 'Fetch', '/api/x'), fails('2', {})], undefined, 0],
    [
      'an error that nothing catches',
      [throws({ text: 'Uncaught', exception: { description: 'Error: planted\n    at main.js:1' } })],
      'it throws: Error: planted',
      0,
    ],
    ['a rejection with a value', [throws({ text: 'Uncaught', exception: { value: 7 } })], 'it throws: 7', 0],
    ['a crash', [{ method: 'Inspector.targetCrashed', params: {} }], 'the browser crashed over it', 0],
    [
      'a page that tells of a fault by itself',
      [asks('3', 'Fetch', '/api/page-faults', '{"message":"it broke"}')],
      'it tells of a fault: it broke',
      1,
    ],
    [
      'a fault without words',
      [asks('3', 'Fetch', '/api/page-faults')],
      'it tells of a fault: without words',
      1,
    ],
    ['the first of two faults', [throws({ text: 'one' }), throws({ text: 'two' })], 'it throws: one', 0],
    ['an endless fault', [throws({ text: 'x'.repeat(1000) })], `it throws: ${'x'.repeat(289)}`, 0],
    ['other events', [{ method: 'Page.frameNavigated', params: {} }], undefined, 0],
  ]

test.each(CASES)('[L9] %s', (_title, events, fault, pending) => {
  const sight = events.reduce(seeEvent, NOTHING_SEEN)
  expect([sight.fault, sight.pending.size]).toEqual([fault, pending])
})
