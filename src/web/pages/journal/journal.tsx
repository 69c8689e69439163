// The journal, newest first: what was noted, decided and went wrong, and what cmux wrote by itself; by project, day, kind and words.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { RefusedRequest } from '../../../client/make-client.ts'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useGradually } from '../../ui/use-gradually.ts'
import { AddEntry } from './add-entry.tsx'
import { JournalFilter } from './journal-filter.tsx'
import { JournalLine } from './journal-line.tsx'
import { queryOf, type JournalWanted } from './journal-wanted.ts'

const PAGE = 50
const DAYS = 1000

export function Journal() {
  const wanted: JournalWanted = useSearch({ from: '/journal' })
  const navigate = useNavigate({ from: '/journal' })
  const [project] = useProject()
  const place = project === undefined ? {} : { project }
  const { data: pages } = useRoute('GET /api/journal/pages', { query: { ...place, limit: DAYS } })
  const days = [...new Set(pages?.items.map(({ day }) => day))]
  const change = (more: JournalWanted) =>
    void navigate({ search: (old) => ({ ...old, ...more }), replace: true })
  return (
    <div className="mx-auto grid max-w-4xl gap-4">
      <h1 className="text-lg font-semibold">Journal</h1>
      <Card title={project === undefined ? 'cmux and all projects' : project} aside={<Utc />}>
        <AddEntry project={project} />
        <JournalFilter wanted={wanted} days={days} onChange={change} />
        <Entries wanted={wanted} project={project} />
      </Card>
    </div>
  )
}

const Utc = () => <span className="text-xs text-quiet">times are UTC</span>

function Entries({
  wanted,
  project,
}: {
  readonly wanted: JournalWanted
  readonly project: string | undefined
}) {
  const question = JSON.stringify([wanted, project])
  const [place, setPlace] = useState<{ readonly question: string; readonly cursor: string }>()
  // Another question begins at the newest again.
  const cursor = place?.question === question ? place.cursor : undefined
  const query = { ...queryOf(wanted, project), limit: PAGE, ...(cursor !== undefined && { cursor }) }
  const { data, error } = useRoute('GET /api/journal', { query }, { keepsOld: true })
  const isLive = useConnection().kind === 'live'
  const items = data?.items ?? []
  const drawn = useGradually(items.length)
  return (
    <>
      {error && (
        <Notice tone="bad" title={`The journal can’t be shown: ${error.message}`}>
          {error instanceof RefusedRequest ? error.hint : 'The server does not answer.'}
        </Notice>
      )}
      {data && items.length === 0 && <Nothing />}
      <ol aria-label="journal, newest first" className={isLive ? '' : 'opacity-60'}>
        {items.slice(0, drawn).map((entry, index) => (
          <JournalLine
            key={entry.seq}
            entry={entry}
            isNewDay={entry.day !== items[index - 1]?.day}
            withProject={project === undefined}
          />
        ))}
      </ol>
      {(cursor !== undefined || data?.next) && (
        <Pager
          isNewest={cursor === undefined}
          next={data?.next}
          onNewest={() => setPlace(undefined)}
          onOlder={(next) => setPlace({ question, cursor: next })}
        />
      )}
    </>
  )
}

function Nothing() {
  return (
    <Empty title="No journal entries">
      <p>Agents write here by themselves. To add an entry:</p>
      <Command text="cmux journal add TEXT" />
    </Empty>
  )
}
