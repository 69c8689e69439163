// Verbs for those who work on cmux itself.
import { runInCheckout } from '../../host/run-in-checkout.ts'
import type { RunVerb } from '../verb.ts'

const runScript =
  (script: string): RunVerb =>
  async ({ environment, args }) => ({
    printed: true,
    exitCode: await runInCheckout(environment.checkout, script, args),
  })

export const runTests = runScript('test.ts')
export const runBenches = runScript('bench.ts')
