// Releases of cmux itself: which are there, and planned swaps between them.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { connect } from '../connect.ts'
import { layoutTable } from '../layout.ts'
import type { RunVerb } from '../verb.ts'
import { waitForSwap } from '../wait-for-swap.ts'

export const listReleases: RunVerb = async ({ environment }) => {
  const { items } = await connect(environment).call('GET /api/releases')
  const rows = items.map((release) => [release.current ? '→' : ' ', release.id, release.state])
  return { json: items, text: layoutTable([['', 'ID', 'STATE'], ...rows]) }
}

export const promoteRelease: RunVerb = async ({ environment, args }) => {
  const client = connect(environment)
  const [id = ''] = args
  const ask = () => client.call('POST /api/releases/:id/promote', { params: { id } })
  const { release } = await waitForSwap(client, ask)
  if (release.id !== id)
    throw new CmuxError('CONFLICT', `another server took over in the middle, still of ${release.id}`, {
      hint: 'the rehearsal ended with the old one: ask again',
    })
  return { json: release, text: `${release.id} serves now, and is good after its soak` }
}

export const rollBackRelease: RunVerb = async ({ environment }) => {
  const client = connect(environment)
  const { release } = await waitForSwap(client, () => client.call('POST /api/releases/rollback'))
  return { json: release, text: `${release.id} serves again` }
}
