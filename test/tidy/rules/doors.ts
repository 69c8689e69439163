// One door per outside thing: a module of Node that does harm when it is everywhere has a few named folders.
import { isProduct } from '../places/is-product.ts'
import { isUnder } from '../places/is-under.ts'
import type { Rule } from '../rule.ts'
import { listImports } from '../syntax/list-imports.ts'

type Door = Pick<Rule, 'name' | 'forbids' | 'instead'> & {
  readonly modules: readonly string[]
  readonly folders: readonly string[]
}

const DOORS: readonly Door[] = [
  {
    name: 'process-door',
    forbids: 'start of processes',
    instead: 'adapters/process through its port',
    modules: ['child_process', 'cluster'],
    folders: [
      'src/adapters/process/',
      'src/host/',
      'src/watchdog/',
      'src/porter/',
      'src/demo-agent/run-program.ts',
    ],
  },
  {
    name: 'sqlite-door',
    forbids: 'SQLite',
    instead: 'adapters/store through its port',
    modules: ['sqlite'],
    folders: ['src/adapters/store/', 'src/host/', 'src/watchdog/'],
  },
]

export const doors: readonly Rule[] = DOORS.map(({ name, forbids, instead, modules, folders }) => ({
  name,
  style: 9,
  where: `src outside of ${folders.join(', ')}`,
  forbids,
  instead,
  appliesTo: (file) => isProduct(file) && !isUnder(file, folders),
  find: (file) =>
    listImports(file).flatMap(({ offset, specifier = '' }) =>
      modules.includes(specifier.replace(/^node:/, '')) ? [{ offset, what: `imports ${specifier}` }] : [],
    ),
}))
