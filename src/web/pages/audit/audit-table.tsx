// Entries of the history as rows: number, time, who, what, and the beginning of the hash.
import type { AuditEntry } from '../../../protocol/audit.ts'
import { describeEvent } from '../../words/describe-event.ts'

const HASH_CHARS = 8
const TEXT_CHARS = 240
/** A phone has room for when, who and what. */
const WIDE_ONLY = 'max-sm:hidden'
const HEADS = [
  ['Number', WIDE_ONLY],
  ['When (UTC)', ''],
  ['By', ''],
  ['Kind', WIDE_ONLY],
  ['What', ''],
  ['Hash', WIDE_ONLY],
] as const

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="audit log">
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-quiet">
          <tr>
            {HEADS.map(([head, look]) => (
              <th key={head} scope="col" className={`py-1 pr-3 font-medium ${look}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.seq} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const { seq, at, actor, generation, type, hash } = entry
  const { text } = describeEvent(entry)
  return (
    <tr data-seq={seq} className="border-t border-line/60 align-baseline">
      <td className={`py-1 pr-3 text-quiet tabular-nums ${WIDE_ONLY}`}>{seq}</td>
      <td className="py-1 pr-3 tabular-nums">
        <time dateTime={at} title={at}>
          <span className={WIDE_ONLY}>{at.slice(0, 5)}</span>
          {at.slice(5, 16).replace('T', ' ')}
          <span className={WIDE_ONLY}>{at.slice(16, 19)}</span>
        </time>
      </td>
      <td data-foreign className="min-w-20 py-1 pr-3">
        {actor}
        {generation !== null && <span className="text-quiet"> · run {generation}</span>}
      </td>
      <td data-foreign className={`py-1 pr-3 whitespace-nowrap text-quiet ${WIDE_ONLY}`}>
        {type}
      </td>
      <td data-foreign className="min-w-32 py-1 sm:min-w-56 pr-3">
        {text.slice(0, TEXT_CHARS)}
      </td>
      <td
        title={hash ?? 'written by a version without hashes'}
        className={`py-1 font-mono text-xs text-quiet ${WIDE_ONLY}`}
      >
        {hash?.slice(0, HASH_CHARS) ?? 'none'}
      </td>
    </tr>
  )
}
