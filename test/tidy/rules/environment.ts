// The environment is read in one place a process, and becomes a typed config there.
import { isProduct } from '../places/is-product.ts'
import { isUnder } from '../places/is-under.ts'
import type { Rule } from '../rule.ts'
import { listGlobals } from '../syntax/list-globals.ts'
import { listImports } from '../syntax/list-imports.ts'

const READERS = [
  'src/server/config.ts',
  'src/host/environment.ts',
  'src/watchdog/',
  'src/hook/main.ts',
  'src/demo-agent/main.ts',
  'src/mcp/main.ts',
  'src/mcp/git-remote/main.ts',
]

export const environment: Rule = {
  name: 'environment',
  style: 9,
  where: `src outside of ${READERS.join(', ')}`,
  forbids: 'reading of the environment',
  instead: 'a value of the typed config',
  appliesTo: (file) => isProduct(file) && !isUnder(file, READERS),
  find: (file) => [
    ...listGlobals(file, ['process.env']).map(({ offset, path }) => ({ offset, what: path })),
    ...listImports(file).flatMap(({ offset, specifier, names }) =>
      /^(node:)?process$/.test(specifier ?? '') && names.includes('env')
        ? [{ offset, what: 'process.env' }]
        : [],
    ),
  ],
}
