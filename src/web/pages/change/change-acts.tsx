// Calls a change off or takes it back, after saying what happens then.
import { useState } from 'react'
import type { Change } from '../../../protocol/change.ts'
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
    button: 'Call it off',
    title: 'Call this change off?',
    says: () =>
      'Its checks are ended, and nothing reaches the main branch. It can’t be taken up again, but planned anew.',
  },
  'call off': {
    button: 'Call it off',
    title: 'Call the restart off?',
    says: (change) => `What runs stays as it is. ${sayUndo(change)}`,
  },
  'roll back': {
    button: 'Roll back',
    title: 'Take this change back?',
    says: (change) => `${sayUndo(change)} If something of it runs, what ran before runs again.`,
  },
}

function sayUndo({ files, project }: Change): string {
  const what = files.length === 1 ? 'its file goes' : `its ${files.length} files go`
  return `The main branch of ${project} gets a commit that undoes it: ${what} back to what was there before. The history and everybody’s uncommitted work stay as they are.`
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
      : cancel.mutate({ params: { id }, body: { reason: 'called off in the dashboard' } })
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
