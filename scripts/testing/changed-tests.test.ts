import { expect, test } from 'vitest'
import { isReached } from './changed-tests.ts'

test.each([
  ['src/server/main.ts', ['tidy', 'e2e', 'browser', 'page']],
  ['src/web/tasks/board.tsx', ['tidy', 'browser', 'page']],
  ['src/web/tasks/board.test.ts', ['tidy']],
  ['src/core/mail/delivery/decide-delivery.test.ts', ['tidy']],
  ['docs/operating.md', ['tidy']],
  ['vitest.config.ts', ['tidy', 'unit', 'e2e', 'browser', 'page']],
])('[STYLE 12] a change of %s reaches, besides what imports it, %j', (changed, reached) => {
  const files = {
    tidy: 'test/tidy/tidy.test.ts',
    unit: 'src/core/mail/delivery/decide-delivery.test.ts',
    e2e: 'test/e2e/messages/mail.test.ts',
    browser: 'test/browser/tasks.test.ts',
    page: 'test/e2e/watching/front-end.test.ts',
  }
  const found = Object.entries(files).filter(([, file]) => isReached(file, [changed]))
  expect(found.map(([name]) => name)).toEqual(reached)
})
