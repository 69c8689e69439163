// Verbs for those who work on cmux itself.
import { runInCheckout } from '../../../host/build/run-in-checkout.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

const runScript =
  (script: string): RunVerb =>
  async ({ environment, args, options }) => ({
    printed: true,
    exitCode: await runInCheckout(environment.checkout, script, [...args, ...asWords(options)]),
  })

/** Options of every verb, which mean nothing to a script. */
const OF_EVERY_VERB: ReadonlySet<string> = new Set(['home', 'json'])

/** The script reads its own options, so they are passed on as they were typed. */
function asWords(options: VerbCall['options']): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (OF_EVERY_VERB.has(name)) return []
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === undefined || value === false) return []
    if (name === 'changed') return [`${flag}=${value === true ? 'HEAD' : value}`]
    return value === true ? [flag] : [`${flag}=${value}`]
  })
}

export const testCheckout = runScript('test.ts')
export const benchCheckout = runScript('bench.ts')
