// An agent's work against the main branch: a word on stderr, the patch on stdout, where other programs may take it.
import { printable } from '../../../lib/printable.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { SharedWorkDiff } from '../../../protocol/agents/work-diff.ts'
import { connect } from '../../connect.ts'
import { describeOverlaps } from '../../layout/describe-overlaps.ts'
import { say } from '../../layout/say.ts'
import type { RunVerb } from '../../verb.ts'

export const diff: RunVerb = async ({ environment, args, json }) => {
  const params = { name: (args[0] ?? '') as AgentName }
  const found = await connect(environment).call('GET /api/agents/:name/diff', { params })
  if (!json) for (const line of describe(found)) say(printable(line))
  const patch = found.patch.replace(/\n$/, '')
  // A terminal obeys control characters; a file or a program gets what is there.
  return { json: found, text: process.stdout.isTTY ? printable(patch) : patch }
}

function describe(found: SharedWorkDiff) {
  const { agent, branch, main, ahead, behind, files, filesLeftOff, dirty, truncated, overlaps } = found
  const commits = `${count(ahead, 'commit')} ahead of ${main}, ${behind} behind`
  const changed = count(files.length + filesLeftOff, 'file')
  return [
    `${agent} on ${branch ?? 'no branch'}: ${commits}; ${changed} changed, ${dirty.length} of them not committed`,
    ...(truncated ? ['the patch is cut: it is too long; see the workspace for all of it'] : []),
    ...describeOverlaps(overlaps),
  ]
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
