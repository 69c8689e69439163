// Releases of cmux itself: which are there, new ones from commits, and planned swaps between them.
import { guardOfBuild, readGuardBook } from '../../host/guard-book.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeReleaseState } from '../../protocol/releases/describe-release.ts'
import { bringCommit, bringRelease } from '../bring-release.ts'
import { connect } from '../connect.ts'
import { describeGuards } from '../layout/describe-guards.ts'
import { layoutTable } from '../layout/layout.ts'
import type { RunVerb } from '../verb.ts'
import { waitForSwap } from '../wait-for-swap.ts'

export const listReleases: RunVerb = async ({ environment, programs }) => {
  const { items } = await connect(environment).call('GET /api/releases')
  const rows = items.map((release) => [
    release.current ? '→' : ' ',
    release.id,
    describeReleaseState(release.state),
  ])
  const book = readGuardBook(environment.home)
  const notes = book ? describeGuards(book, guardOfBuild(programs)) : []
  return { json: items, text: [layoutTable([['', 'ID', 'STATE'], ...rows]), ...notes].join('\n') }
}

export const buildRelease: RunVerb = async (call) => {
  const release = await bringCommit(call, call.args[0] ?? 'HEAD')
  return { json: release, text: release.id }
}

export const promoteRelease: RunVerb = async (call) => {
  const client = connect(call.environment)
  const id = await bringRelease(call, client, call.args[0] ?? '')
  const ask = () => client.call('POST /api/releases/:id/promote', { params: { id } })
  const { release } = await waitForSwap(client, ask)
  if (release.id !== id)
    throw new CmuxError('CONFLICT', `another server took over in the middle, still of ${release.id}`, {
      hint: 'the rehearsal ended with the old one: ask again',
    })
  return { json: release, text: `${release.id} serves now, on probation until it is healthy` }
}

export const rollBackRelease: RunVerb = async ({ environment }) => {
  const client = connect(environment)
  const { release } = await waitForSwap(client, () => client.call('POST /api/releases/rollback'))
  return { json: release, text: `${release.id} serves again` }
}
