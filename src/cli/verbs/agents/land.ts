// Brings an agent's commits onto the main branch, as a change like any other; what it has not committed stays where it is.
import { makeChangeId } from '../../../host/make-message-id.ts'
import { printable } from '../../../lib/printable.ts'
import { describeRisk } from '../../../protocol/changes/describe-change.ts'
import type { AgentName, ChangeId } from '../../../protocol/ids.ts'
import { connect } from '../../connect.ts'
import { countFiles } from '../../layout/count-files.ts'
import { describeOverlaps } from '../../layout/describe-overlaps.ts'
import { readMerging } from '../../read-merging.ts'
import { say } from '../../layout/say.ts'
import type { RunVerb } from '../../verb.ts'
import { execute } from '../changes/execute-change.ts'

const FILES_SHOWN = 10

export const land: RunVerb = async (call) => {
  const agent = (call.args[0] ?? '') as AgentName
  const client = connect(call.environment)
  const { project, dirty, overlaps, main } = await client.call('GET /api/agents/:name/diff', {
    params: { name: agent },
  })
  for (const line of [...describeDirty(agent, dirty), ...describeOverlaps(overlaps)]) say(printable(line))
  const { description = `Merge agent/${agent} into ${main}` } = call.options
  const plan = { project, branch: `agent/${agent}`, description: String(description), ...readMerging(call) }
  const change = await client.call('POST /api/improvements', {
    body: { id: makeChangeId(Date.now()) as ChangeId, ...plan },
  })
  say(printable(`${change.id}: ${countFiles(change.files.length)}, ${describeRisk(change.tier)}`))
  if (change.note !== null) say(printable(change.note))
  return execute(call, change.id)
}

function describeDirty(agent: string, dirty: readonly string[]): string[] {
  if (dirty.length === 0) return []
  const shown = dirty.slice(0, FILES_SHOWN).join(', ')
  const more = dirty.length > FILES_SHOWN ? ` and ${dirty.length - FILES_SHOWN} more` : ''
  return [`not committed by ${agent}, so not merged: ${shown}${more}`]
}
