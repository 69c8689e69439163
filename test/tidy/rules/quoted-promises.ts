// A test outside of src proves something that was promised; its title says which promise.
import type { Rule } from '../rule.ts'
import { listTestCalls } from '../syntax/list-test-calls.ts'
import { quotedIds } from '../syntax/quoted-ids.ts'

const PROVING_TESTS = /^test\/(contract|sim|e2e|browser)\/.*\.test\.tsx?$/

export const quotedPromises: Rule = {
  name: 'quoted-promises',
  style: 12,
  where: 'tests in test/contract, test/sim, test/e2e and test/browser',
  forbids: 'test file without the id of a promise or a requirement',
  instead: 'a title such as `[P2] …` or `[H8] …`',
  appliesTo: (file) => PROVING_TESTS.test(file.path),
  find: (file) =>
    listTestCalls(file).some(({ title }) => quotedIds(title ?? '').length > 0)
      ? []
      : [{ offset: 0, what: 'no title quotes an id' }],
}
