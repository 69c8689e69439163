// A change as a model reads it. What others wrote stands behind a mark.
import { quoteLines, toOneLine } from '../../lib/quote-lines.ts'
import type { Change } from '../../protocol/changes/change.ts'
import { describeChangeState, describeRisk } from '../../protocol/changes/describe-change.ts'

const FILES_SHOWN = 50
const TAIL_MAX_CHARS = 4000

export function describePlan(change: Change): string {
  const { id, tier, files, overlaps, sha256 } = change
  return [
    `draft: ${id} (${NEXT[tier]}). Nothing is changed yet: run it with action execute and this id.`,
    `sha256 ${sha256}`,
    ...files
      .slice(0, FILES_SHOWN)
      .map(({ tier: each, status, path, why }) => `${describeRisk(each)} ${status} ${path}: ${why}`),
    ...(files.length > FILES_SHOWN ? [`and ${files.length - FILES_SHOWN} more files`] : []),
    ...overlaps.map(({ path, agents }) => `overlap: ${path} is also changed by ${agents.join(', ')}`),
  ].join('\n')
}

const NEXT: Readonly<Record<Change['tier'], string>> = {
  safe: 'low risk',
  care: 'medium risk: another agent or a person reviews it after the checks',
  forbidden: 'high risk: a person has to approve it after the checks',
}

export function describeChange({ id, state, note, checks, restartAt, sha256 }: Change): string {
  const failed = checks.filter(({ outcome }) => outcome !== 'passed')
  return [
    `${id} is ${MEANINGS[state]}`,
    ...(note === null ? [] : [`why: ${toOneLine(note)}`]),
    ...(state === 'restarting' && restartAt !== null
      ? [`restart at ${restartAt}; action cancel prevents it`]
      : []),
    ...(state === 'reviewing' ? [`sha256 ${sha256}`] : []),
    ...checks.map(({ name, detail }) => `check ${name} ${detail}`),
    ...failed.flatMap(({ tail }) => quoteLines(tail.slice(-TAIL_MAX_CHARS).trimEnd())),
  ].join('\n')
}

const MEANINGS: Readonly<Record<Change['state'], string>> = {
  planned: 'a draft',
  queued: 'queued',
  checking: 'running checks',
  reviewing: 'in review; go on with something else',
  rehearsing: 'rehearsing: tried apart from what runs',
  adopting: 'merging',
  restarting: 'merged, and about to be restarted',
  soaking: 'on probation: merged, running and watched',
  good: 'merged',
  refused: 'not merged (checks failed): nothing was changed',
  rolling_back: 'rolling back',
  rolled_back: 'rolled back: the main branch is as it was before',
  canceled: 'canceled: nothing was changed',
}

export function listChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'no changes yet'
  return changes
    .map(({ id, state, tier, author, description }) =>
      [
        id,
        describeChangeState(state),
        describeRisk(tier),
        author,
        toOneLine(description.split('\n')[0] ?? ''),
      ].join(' · '),
    )
    .join('\n')
}
