// A planned swap to a fresh server: nothing is interrupted, and it is over when the new one answers.
import { connect } from '../connect.ts'
import type { RunVerb } from '../verb.ts'
import { waitForSwap } from '../wait-for-swap.ts'

export const restart: RunVerb = async ({ environment }) => {
  const client = connect(environment)
  const { pid, release } = await waitForSwap(client, () => client.call('POST /api/restart'))
  return { json: { pid, release: release.id }, text: `cmux runs as process ${pid} now` }
}
