// `./cmux test requirements`: writes docs/requirements.md from the requirements and the titles of the tests.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRepository } from '../test/tidy/read-repository.ts'
import { REPOSITORY_ROOT } from '../test/tidy/repository-root.ts'
import { listShown } from '../test/tidy/requirements/list-shown.ts'
import { PAGE_PATH, parseRequirements } from '../test/tidy/requirements/requirements.ts'
import { writePage } from '../test/tidy/requirements/write-page.ts'

/** Gives the path of the page. */
export function writeRequirements(): string {
  const requirements = parseRequirements((path) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8'))
  const page = writePage(requirements, listShown(readRepository(REPOSITORY_ROOT)))
  writeFileSync(join(REPOSITORY_ROOT, PAGE_PATH), page)
  return PAGE_PATH
}
