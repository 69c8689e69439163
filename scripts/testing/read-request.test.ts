import { expect, test } from 'vitest'
import { kindOf, readRequest } from './read-request.ts'

const PLAIN = {
  files: [],
  repeat: 1,
  busy: false,
  changedSince: undefined,
  retry: false,
  seed: undefined,
  keepTimes: false,
}
const DEFAULT = ['tidy', 'unit', 'contract', 'sim', 'e2e', 'browser']

test.each([
  ['nothing', [], { ...PLAIN, kinds: DEFAULT }],
  ['kinds, in the order in which they run', ['e2e', 'unit'], { ...PLAIN, kinds: ['unit', 'e2e'] }],
  ['all', ['all'], { ...PLAIN, kinds: [...DEFAULT, 'real', 'soak'] }],
  [
    'files, whose folders say their kinds',
    ['test/real/mail.test.ts', 'src/watchdog/mind/decide.test.ts'],
    {
      ...PLAIN,
      kinds: ['unit', 'real'],
      files: ['test/real/mail.test.ts', 'src/watchdog/mind/decide.test.ts'],
    },
  ],
  [
    'a hunt for a race',
    ['--repeat', '20', '--busy', 'test/e2e/messages/mail.test.ts'],
    { ...PLAIN, kinds: ['e2e'], files: ['test/e2e/messages/mail.test.ts'], repeat: 20, busy: true },
  ],
  ['a change', ['--changed=main'], { ...PLAIN, kinds: DEFAULT, changedSince: 'main' }],
  [
    'the rest',
    ['--retry', '--seed', '7', '--keep-times', 'sim'],
    { ...PLAIN, kinds: ['sim'], retry: true, seed: 7, keepTimes: true },
  ],
])('[STYLE 14] a request for tests names %s', (_, words, expected) => {
  expect(readRequest(words)).toEqual(expected)
})

test.each([
  [['units'], 'there is no kind of test called units'],
  [['--repeat', '0', 'a.test.ts'], '--repeat takes a number from 1 to 1000'],
  [['--repeat', '5'], '--repeat needs the file to repeat'],
  [['--seed', 'x'], '--seed takes a whole number'],
  [['--fast'], expect.stringContaining('--fast')],
])('[STYLE 5] a request that makes no sense is refused with the reason: %j', (words, reason) => {
  expect(readRequest(words)).toEqual(reason)
})

test.each([
  ['test/browser/tasks.test.ts', 'browser'],
  ['src/core/mail/delivery/decide-delivery.test.ts', 'unit'],
  ['scripts/bundle.test.ts', 'unit'],
  ['/some/where/test/sim/watchdog.test.ts', 'sim'],
  ['browser/tasks.test.ts', 'browser'],
  ['test/tidy', 'tidy'],
])('[STYLE 1] %s is a test of the kind %s', (file, kind) => {
  expect(kindOf(file)).toBe(kind)
})
