// A planned swap to a fresh server, of the same release or of a commit's: nothing is interrupted, and it is over when the
// new one answers.
import { bringCommit } from '../../bring-release.ts'
import { connect } from '../../connect.ts'
import type { RunVerb } from '../../verb.ts'
import { waitForSwap } from '../../wait-for-swap.ts'

export const restart: RunVerb = async (call) => {
  const client = connect(call.environment)
  const { from } = call.options
  // Nothing is built for a cmux that is not there.
  if (typeof from === 'string') await client.call('GET /api/webhooks/health')
  const id = typeof from === 'string' ? (await bringCommit(call, from)).id : undefined
  const { pid, release } = await waitForSwap(client, () =>
    id === undefined
      ? client.call('POST /api/restart')
      : client.call('POST /api/releases/:id/promote', { params: { id } }),
  )
  const what = id === undefined ? '' : ` with ${release.id}`
  return { json: { pid, release: release.id }, text: `cmux runs as process ${pid} now${what}` }
}
