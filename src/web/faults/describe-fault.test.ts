import { expect, test } from 'vitest'
import { describeFault, type SeenError, type SeenFault } from './describe-fault.ts'

const AT = 'http://127.0.0.1:4400/assets/main-x1.js'

function failed(message: string, change: Partial<Error> = {}): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n    at go (${AT}:3:14)` }, change)
}

const error = (seen: Partial<SeenError>): SeenError => ({ kind: 'error', thrown: undefined, ...seen })
const rejection = (thrown: unknown): SeenError => ({ kind: 'rejection', thrown })

const CASES: readonly [title: string, seen: SeenError, told: SeenFault | undefined][] = [
  [
    'an error with its place',
    error({
      thrown: failed('boom'),
      message: 'Uncaught Error: boom',
      file: `${AT}?v=secret`,
      line: 3,
      column: 14,
    }),
    { kind: 'error', message: 'Error: boom', where: '/assets/main-x1.js:3:14' },
  ],
  [
    'an error of which only words are known',
    error({ message: 'boom' }),
    { kind: 'error', message: 'boom', where: '' },
  ],
  [
    'a rejection, whose place is in its stack',
    rejection(failed('boom', { name: 'TypeError' })),
    { kind: 'rejection', message: 'TypeError: boom', where: '/assets/main-x1.js:3:14' },
  ],
  ['a rejection with any value', rejection(7), { kind: 'rejection', message: '7', where: '' }],
  [
    'a rejection with nothing',
    rejection(''),
    { kind: 'rejection', message: 'an error without words', where: '' },
  ],
  [
    'a rejection that can’t be printed',
    rejection(Object.create(null)),
    { kind: 'rejection', message: 'an error that can not be printed', where: '' },
  ],
  [
    'a late part that is missing',
    rejection(
      failed('Failed to fetch dynamically imported module: http://127.0.0.1:4400/assets/chat-1.js?x=1'),
    ),
    {
      kind: 'load',
      message:
        'Error: Failed to fetch dynamically imported module: http://127.0.0.1:4400/assets/chat-1.js?x=1',
      where: '/assets/chat-1.js',
    },
  ],
  ['a request without an answer', rejection(failed('Failed to fetch', { name: 'TypeError' })), undefined],
  ['what was given up', rejection({ name: 'AbortError', message: 'stopped' }), undefined],
  ['an answer that refuses', rejection(failed('no such agent', { name: 'RefusedRequest' })), undefined],
  ['a layout that takes another round', error({ message: 'ResizeObserver loop limit exceeded' }), undefined],
  ['a script of another origin', error({ message: 'Script error.' }), undefined],
  [
    'a script of an extension',
    error({ thrown: failed('boom'), file: 'chrome-extension://abc/x.js' }),
    undefined,
  ],
  [
    'a rejection in an extension',
    rejection(failed('boom', { stack: 'Error: boom\n at moz-extension://abc/x.js:1:1' })),
    undefined,
  ],
]

test.each(CASES)('[L9] %s', (_title, seen, told) => {
  expect(describeFault(seen)).toEqual(told)
})
