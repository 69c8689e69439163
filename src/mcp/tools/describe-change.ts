// A change as a model reads it. What others wrote stands behind a mark.
import { quoteLines, toOneLine } from '../../lib/quote-lines.ts'
import type { Change } from '../../protocol/change.ts'

const FILES_SHOWN = 50
const TAIL_MAX_CHARS = 4000

export function describePlan(change: Change): string {
  const { id, tier, files, overlaps, sha256 } = change
  return [
    `planned: ${id} (${NEXT[tier]}). Nothing is changed yet: execute it with action execute and this id.`,
    `sha256 ${sha256}`,
    ...files
      .slice(0, FILES_SHOWN)
      .map(({ tier: each, status, path, why }) => `${each} ${status} ${path}: ${why}`),
    ...(files.length > FILES_SHOWN ? [`and ${files.length - FILES_SHOWN} more files`] : []),
    ...overlaps.map(({ path, agents }) => `careful: ${agents.join(', ')} changed ${path}, too`),
  ].join('\n')
}

const NEXT: Readonly<Record<Change['tier'], string>> = {
  safe: 'nothing in it needs care',
  care: 'it needs care: somebody else looks at it after the checks',
  forbidden: 'it touches what only a person may allow: one is asked after the checks',
}

export function describeChange({ id, state, note, checks, restartAt, sha256 }: Change): string {
  const failed = checks.filter(({ outcome }) => outcome !== 'passed')
  return [
    `${id} is ${MEANINGS[state]}`,
    ...(note === null ? [] : [`why: ${toOneLine(note)}`]),
    ...(state === 'restarting' && restartAt !== null
      ? [`restart at ${restartAt}; action cancel calls it off`]
      : []),
    ...(state === 'reviewing' ? [`sha256 ${sha256}`] : []),
    ...checks.map(({ name, detail }) => `check ${name} ${detail}`),
    ...failed.flatMap(({ tail }) => quoteLines(tail.slice(-TAIL_MAX_CHARS).trimEnd())),
  ].join('\n')
}

const MEANINGS: Readonly<Record<Change['state'], string>> = {
  planned: 'planned',
  queued: 'waiting for its turn',
  checking: 'being checked',
  reviewing: 'waiting until somebody has looked at it; go on with something else',
  rehearsing: 'being tried apart from what runs',
  adopting: 'being adopted',
  restarting: 'adopted, and what runs is about to be restarted',
  soaking: 'adopted, and watched',
  good: 'good: it is on the main branch',
  refused: 'refused: nothing was changed',
  rolling_back: 'being taken back',
  rolled_back: 'rolled back: the main branch is as it was before it',
  canceled: 'canceled: nothing was changed',
}

export function listChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'no changes yet'
  return changes
    .map(({ id, state, tier, author, description }) =>
      [id, state, tier, author, toOneLine(description.split('\n')[0] ?? '')].join(' · '),
    )
    .join('\n')
}
