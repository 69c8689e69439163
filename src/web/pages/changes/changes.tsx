// Changes to code, newest first: of the project that is looked at, narrowed to a state if one likes.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import { CHANGE_STATES } from '../../changes/change-states.ts'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { INPUT_CLASS } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useGradually } from '../../ui/use-gradually.ts'
import { Pager } from '../../ui/pager.tsx'
import { ChangeRow } from './change-row.tsx'
import { queryOf, type ChangesWanted } from './changes-wanted.ts'

const PAGE = 100

export function Changes() {
  const wanted: ChangesWanted = useSearch({ from: '/changes' })
  const navigate = useNavigate({ from: '/changes' })
  const [project] = useProject()
  const [cursor, setCursor] = useState<string>()
  const query = { ...queryOf(wanted, project), limit: PAGE, ...(cursor !== undefined && { cursor }) }
  const { data, error } = useRoute('GET /api/improvements', { query }, { keepsOld: true })
  const isLive = useConnection().kind === 'live'
  const items = data?.items ?? []
  const drawn = useGradually(items.length)
  const choose = (state: string) => {
    setCursor(undefined)
    void navigate({ search: (old) => ({ ...old, state: state || undefined }), replace: true })
  }
  return (
    <div className="mx-auto grid max-w-5xl gap-4">
      <h1 className="text-lg font-semibold">Changes</h1>
      {error && <Notice tone="bad" title={error.message} />}
      <Card
        title={project ?? 'All projects'}
        aside={<StateChoice chosen={wanted.state ?? ''} onChoose={choose} />}
      >
        {data && items.length === 0 && <Nothing isNarrowed={wanted.state !== undefined} />}
        <ul aria-label="changes, newest first" className={isLive ? '' : 'opacity-60'}>
          {items.slice(0, drawn).map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ul>
        {(cursor !== undefined || data?.next) && (
          <Pager
            isNewest={cursor === undefined}
            next={data?.next}
            onNewest={() => setCursor(undefined)}
            onOlder={setCursor}
          />
        )}
      </Card>
    </div>
  )
}

interface StateChoiceProps {
  readonly chosen: string
  readonly onChoose: (state: string) => void
}

function StateChoice({ chosen, onChoose }: StateChoiceProps) {
  return (
    <select
      aria-label="state"
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      className={`${INPUT_CLASS} max-w-44`}
    >
      <option value="">any state</option>
      {Object.keys(CHANGE_STATES).map((state) => (
        <option key={state} value={state}>
          {describeChangeState(state)}
        </option>
      ))}
    </select>
  )
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed) return <Empty title="No matches" />
  return (
    <Empty title="No changes yet">
      <p>
        Each change gets a risk and has to pass its checks before it is merged, and can be rolled back. To
        draft one from the work of an agent:
      </p>
      <Command text="cmux improve plan --branch agent/NAME --project PROJECT" />
    </Empty>
  )
}
