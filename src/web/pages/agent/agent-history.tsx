// What an agent was asked, answered and did, newest first and live, with a search over all of it.
import { useDeferredValue, useState } from 'react'
import type { HistoryEntry } from '../../../protocol/messages/history.ts'
import { useRoute } from '../../data/use-route.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { INPUT_CLASS } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { Tone } from '../../ui/tone.ts'

type Kind = HistoryEntry['kind']

const KINDS: Readonly<Record<Kind, { readonly words: string; readonly tone: Tone }>> = {
  prompt: { words: 'prompt', tone: 'busy' },
  answer: { words: 'said', tone: 'well' },
  tool: { words: 'uses', tone: 'quiet' },
  result: { words: 'result', tone: 'quiet' },
  message: { words: 'mail', tone: 'busy' },
  mark: { words: 'conversation', tone: 'worry' },
}

const PAGE_ENTRIES = 50

export function AgentHistory({ name }: { readonly name: string }) {
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<Kind | ''>('')
  const [before, setBefore] = useState<string>()
  const q = useDeferredValue(words.trim())
  const query = {
    limit: PAGE_ENTRIES,
    ...(q !== '' && { q }),
    ...(kind !== '' && { kind }),
    ...(before !== undefined && { before }),
  }
  const { data, error } = useRoute(
    'GET /api/agents/:name/history',
    { params: { name }, query },
    { keepsOld: true },
  )
  const narrow = (change: () => void) => {
    setBefore(undefined)
    change()
  }
  return (
    <div className="grid gap-3 text-sm">
      <div role="search" aria-label={`history of ${name}`} className="flex flex-wrap gap-2">
        <input
          type="search"
          aria-label="words"
          placeholder="words or file names"
          value={words}
          onChange={({ target }) => narrow(() => setWords(target.value))}
          className={`${INPUT_CLASS} max-w-xs`}
        />
        <select
          aria-label="kind"
          value={kind}
          onChange={({ target }) => narrow(() => setKind(target.value as Kind | ''))}
          className={`${INPUT_CLASS} max-w-40`}
        >
          <option value="">everything</option>
          {Object.keys(KINDS).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      {error && <Notice tone="bad" title={`The history can’t be shown: ${error.message}`} />}
      {data?.items.length === 0 && <Empty title="No conversation yet" />}
      <ol
        aria-label="history, newest first"
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {data?.items.toReversed().map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
      <Pager
        isNewest={before === undefined}
        next={data?.next}
        onNewest={() => setBefore(undefined)}
        onOlder={setBefore}
      />
    </div>
  )
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const { kind, at, text, tool, subagent } = entry
  const { words, tone } = KINDS[kind]
  const input = kind === 'tool' ? JSON.stringify(tool?.input, undefined, 1) : ''
  return (
    <li data-entry={kind} className="grid gap-1 px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Badge tone={tone}>{words}</Badge>
        {tool && (
          <code data-foreign className="font-mono">
            {tool.name}
          </code>
        )}
        {tool?.failed === true && <Badge tone="bad">failed</Badge>}
        {subagent !== null && <span className="text-xs text-quiet">by a subagent</span>}
        {at !== null && (
          <span className="text-xs text-quiet">
            <Ago at={at} />
          </span>
        )}
      </p>
      {(input !== '' || text !== '') && (
        <pre
          data-foreign
          // Whoever has no mouse must be able to scroll it, too.
          tabIndex={0}
          className="max-h-60 overflow-auto font-mono text-xs break-words whitespace-pre-wrap"
        >
          {input || text}
        </pre>
      )}
    </li>
  )
}
