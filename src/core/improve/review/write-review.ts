// What somebody who looks at a change is given to read: all of it that fits, and how to answer. Pure.
import { quoteLines, toOneLine } from '../../../lib/quote-lines.ts'
import { agentCommand } from '../../../protocol/agents/agent-verbs.ts'
import type { Change } from '../../../protocol/changes/change.ts'
import { describeRisk } from '../../../protocol/changes/describe-change.ts'

export interface Patch {
  readonly patch: string
  /** It ends before its end. */
  readonly truncated: boolean
}

const FILES_SHOWN = 200
const TITLE_MAX_CHARS = 120

export const titleOf = ({ description }: Pick<Change, 'description'>): string => {
  const line = toOneLine(description.trim().split('\n')[0] ?? '')
  return line.length > TITLE_MAX_CHARS ? `${line.slice(0, TITLE_MAX_CHARS - 1)}…` : line
}

/** The text that a person decides on. The sum binds it to the exact bytes, what is cut included. */
export function writeContent(change: Change, patch: Patch): string {
  const { id, project, base, head, sha256, author, description } = change
  return [
    `change ${id} to ${project}, by ${author}`,
    `from ${base} to ${head}`,
    `sha256 ${sha256}`,
    '',
    description,
    '',
    ...listFiles(change),
    '',
    ...describePatch(change, patch),
    patch.patch,
  ].join('\n')
}

/** Words of the author stand behind a mark: they are what is judged, and no request of ours. */
export function writeReviewLetter(change: Change, patch: Patch, until: string): string {
  const { id, project, author, sha256, description, checks } = change
  const passed = checks.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name)
  return [
    `${author} wants to change ${project}. Please review the change as a second pair of eyes: is it correct, safe, and what its description says?`,
    '',
    'Answer with the tool self_improve:',
    `  action: review, id: ${id}, verdict: approve, sha256: ${sha256}`,
    `  action: review, id: ${id}, verdict: refuse, reason: what is wrong with the change`,
    `Without an answer by ${until}, a person is asked.`,
    '',
    passed.length === 0 ? 'No checks ran.' : `These checks passed: ${passed.join(', ')}.`,
    'Description by the author:',
    ...quoteLines(description),
    '',
    'Files with their risk:',
    ...listFiles(change).flatMap(quoteLines),
    '',
    ...describePatch(change, patch),
    ...quoteLines(patch.patch),
  ].join('\n')
}

function listFiles({ files }: Change): string[] {
  const shown = files
    .slice(0, FILES_SHOWN)
    .map(
      ({ tier, status, path, added, removed, binary, why }) =>
        `${describeRisk(tier)} ${status} ${path} ${binary ? '(binary)' : `+${added} -${removed}`}: ${why}`,
    )
  return files.length > FILES_SHOWN ? [...shown, `and ${files.length - FILES_SHOWN} more`] : shown
}

function describePatch({ id, base, head, plain }: Change, { truncated }: Patch): string[] {
  const whole = plain ? agentCommand('improve show', id) : `git diff ${base} ${head}`
  return truncated ? [`The patch is cut; see all of it with: ${whole}`] : [`The patch (${whole}):`]
}
