// Verbs for those who work on cmux itself.
import { runInCheckout } from '../../host/run-in-checkout.ts'
import type { RunVerb } from '../verb.ts'

const runScript =
  (script: string): RunVerb =>
  async ({ environment, args }) => ({
    printed: true,
    exitCode: await runInCheckout(environment.checkout, script, args),
  })

export const testCheckout = runScript('test.ts')
export const benchCheckout = runScript('bench.ts')
