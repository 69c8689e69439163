// Releases of cmux itself: which are there, and planned swaps between them.
import { guardOfBuild, readGuardBook } from '../../host/guard-book.ts'
import { connect } from '../connect.ts'
import { describeGuards } from '../describe-guards.ts'
import { layoutTable } from '../layout.ts'
import type { RunVerb } from '../verb.ts'
import { waitForSwap } from '../wait-for-swap.ts'

export const listReleases: RunVerb = async ({ environment, programs }) => {
  const { items } = await connect(environment).call('GET /api/releases')
  const rows = items.map((release) => [release.current ? '→' : ' ', release.id, release.state])
  const book = readGuardBook(environment.home)
  const notes = book ? describeGuards(book, guardOfBuild(programs)) : []
  return { json: items, text: [layoutTable([['', 'ID', 'STATE'], ...rows]), ...notes].join('\n') }
}

export const promoteRelease: RunVerb = async ({ environment, args }) => {
  const client = connect(environment)
  const ask = () => client.call('POST /api/releases/:id/promote', { params: { id: args[0] ?? '' } })
  const { release } = await waitForSwap(client, ask)
  return { json: release, text: `${release.id} serves now, and is good after its soak` }
}

export const rollBackRelease: RunVerb = async ({ environment }) => {
  const client = connect(environment)
  const { release } = await waitForSwap(client, () => client.call('POST /api/releases/rollback'))
  return { json: release, text: `${release.id} serves again` }
}
