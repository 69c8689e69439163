// What the pure rooms may not reach for. Time, chance and processes come in as arguments, so that the whole
// of core runs on a fake clock in a seeded simulation.
import { isProduct } from '../places/is-product.ts'
import { isUnder } from '../places/is-under.ts'
import type { Rule, Spot } from '../rule.ts'
import { listGlobals } from '../syntax/list-globals.ts'
import type { SourceFile } from '../syntax/source-file.ts'

const PURE_ROOMS = ['src/core/', 'src/lib/', 'src/protocol/']

type Purity = Pick<Rule, 'name' | 'forbids' | 'instead'> & { readonly globals: readonly string[] }

const PURITY: readonly Purity[] = [
  {
    name: 'clock',
    forbids: 'clock',
    instead: 'a time that is passed in',
    globals: ['Date.now', 'performance.now', 'performance.timeOrigin', 'Temporal.Now'],
  },
  {
    name: 'randomness',
    forbids: 'randomness',
    instead: 'an id or a seeded source that is passed in',
    globals: ['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'],
  },
  {
    name: 'timers',
    forbids: 'timer',
    instead: 'a tick from outside, or the clock port',
    globals: ['setTimeout', 'setInterval', 'setImmediate', 'AbortSignal.timeout'],
  },
  { name: 'process', forbids: 'process', instead: 'a port or a value passed in', globals: ['process'] },
]

export const purity: readonly Rule[] = PURITY.map(makeRule)

function makeRule({ name, forbids, instead, globals }: Purity): Rule {
  return {
    name,
    style: 2,
    where: PURE_ROOMS.join(', '),
    forbids,
    instead,
    appliesTo: (file) => isProduct(file) && isUnder(file, PURE_ROOMS),
    find: (file) => {
      const spots = listGlobals(file, globals).map(({ offset, path }) => ({ offset, what: path }))
      return name === 'clock' ? spots.concat(findDatesOfNow(file)) : spots
    },
  }
}

/** `new Date()` and `Date()` read the clock; `new Date(at)` only converts. */
function findDatesOfNow(file: SourceFile): Spot[] {
  return listGlobals(file, ['Date']).flatMap(({ syntax: { node, parent } }) => {
    const call = parent?.node
    if (call?.type !== 'NewExpression' && call?.type !== 'CallExpression') return []
    if (call.callee !== node || (call.type === 'NewExpression' && call.arguments.length > 0)) return []
    return [{ offset: call.start, what: call.type === 'NewExpression' ? 'new Date()' : 'Date()' }]
  })
}
