// Cancels a change or rolls it back, after saying what happens then.
import { useState } from 'react'
import type { Change } from '../../../protocol/changes/change.ts'
import { useAct } from '../../data/use-act.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { offeredActs, type ChangeAct } from './offered-acts.ts'

interface Question {
  readonly button: string
  readonly title: string
  readonly says: (change: Change) => string
}

const ASKED: Readonly<Record<Exclude<ChangeAct, 'execute'>, Question>> = {
  cancel: {
    button: 'Cancel change',
    title: 'Cancel this change?',
    says: () =>
      'The checks stop, and nothing reaches the main branch. A canceled change can’t be resumed; draft a new one instead.',
  },
  'cancel restart': {
    button: 'Cancel restart',
    title: 'Cancel the restart?',
    says: (change) => `The running version stays. ${sayUndo(change)}`,
  },
  'roll back': {
    button: 'Roll back',
    title: 'Roll this change back?',
    says: (change) => `${sayUndo(change)} If the change is running, the version before it is started again.`,
  },
}

function sayUndo({ files, project }: Change): string {
  const what = files.length === 1 ? 'its file returns' : `its ${files.length} files return`
  return `The main branch of ${project} gets a commit that undoes the change: ${what} to the state before it. The git history and uncommitted work stay as they are.`
}

export function ChangeActs({ change }: { readonly change: Change }) {
  const { id, state } = change
  const [asked, setAsked] = useState<keyof typeof ASKED>()
  const cancel = useAct('POST /api/improvements/:id/cancel')
  const rollback = useAct('POST /api/improvements/:id/rollback')
  const isLive = useConnection().kind === 'live'
  const offered = offeredActs(state).filter((act) => act !== 'execute')
  const act = () =>
    asked === 'roll back'
      ? rollback.mutate({ params: { id } })
      : cancel.mutate({ params: { id }, body: { reason: 'canceled in the dashboard' } })
  // Somebody was faster: what was asked does not hold any more.
  const open = asked !== undefined && offered.includes(asked) ? asked : undefined
  return (
    <>
      {offered.map((each) => (
        <Button key={each} look="danger" disabled={!isLive} onClick={() => setAsked(each)}>
          {ASKED[each].button}…
        </Button>
      ))}
      <Confirm
        isOpen={open !== undefined}
        title={open === undefined ? '' : ASKED[open].title}
        description={open === undefined ? '' : ASKED[open].says(change)}
        action={open === undefined ? '' : ASKED[open].button}
        onAnswer={(isYes) => {
          setAsked(undefined)
          if (isYes) act()
        }}
      />
    </>
  )
}
