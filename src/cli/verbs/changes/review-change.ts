// Answers a change that waits for somebody to look at it.
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import { askPassphrase } from '../../ask-passphrase.ts'
import { connect } from '../../connect.ts'
import type { RunVerb } from '../../verb.ts'

export const reviewChange: RunVerb = async ({ environment, args, options }) => {
  const { approve, refuse } = options
  if ((approve === undefined) === (refuse === undefined))
    throw new CmuxError('USAGE', 'either --approve SHA256 or --refuse REASON is required', {
      hint: '`cmux improve show ID` prints the sha256',
    })
  const client = connect(environment)
  const body =
    typeof approve === 'string'
      ? ({ verdict: 'approve', sha256: approve, ...(await askPassphrase(client)) } as const)
      : ({ verdict: 'refuse', reason: String(refuse) } as const)
  const params = { id: (args[0] ?? '') as ChangeId }
  const change = await client.call('POST /api/improvements/:id/review', { params, body })
  return { json: change, text: `${change.id} is ${describeChangeState(change.state)}` }
}
