// An id that no requirement has proves nothing: it is a slip, or the requirement is gone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest } from '../places/is-test.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { listIds, parseRequirements } from '../requirements/requirements.ts'
import type { Rule } from '../rule.ts'
import { listTestCalls } from '../syntax/list-test-calls.ts'
import { quotedIds } from '../syntax/quoted-ids.ts'

const known = new Set(listIds(parseRequirements((path) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8'))))

export const knownIds: Rule = {
  name: 'known-ids',
  style: 12,
  where: 'titles of tests',
  forbids: 'id that no requirement has',
  instead: 'an id of docs/requirements.json',
  appliesTo: (file) => file.isCode && isTest(file),
  find: (file) =>
    listTestCalls(file).flatMap(({ node, title = '' }) =>
      quotedIds(title)
        .filter((id) => !known.has(id))
        .map((id) => ({ offset: node.start, what: `quotes ${id}` })),
    ),
}
