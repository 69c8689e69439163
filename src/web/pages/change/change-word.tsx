// The one thing to know about a change right now: whom it waits for, when it restarts what runs, why it did not come to be.
import type { Change } from '../../../protocol/changes/change.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Tone } from '../../ui/tone.ts'
import { sayNote } from '../../words/say-note.ts'
import { ChangeReview } from './change-review.tsx'

const TITLES: Readonly<Partial<Record<Change['state'], readonly [tone: Tone, title: string]>>> = {
  restarting: ['worry', 'Merged; the running version will be restarted'],
  soaking: ['busy', 'On probation: the change runs and is watched'],
  refused: ['bad', 'Not merged; the main branch is unchanged'],
  rolling_back: ['worry', 'Rolling back'],
  rolled_back: ['worry', 'Rolled back'],
}

export function ChangeWord({ change }: { readonly change: Change }) {
  const { state, note, sick } = change
  const row = TITLES[state]
  if (state === 'reviewing') return <ChangeReview change={change} />
  if (row) {
    const [tone, title] = row
    return (
      <Notice tone={tone} title={title}>
        <Word text={sick !== null && sick !== note ? `Health check failed: ${sick}` : note} />
      </Notice>
    )
  }
  if (note === null) return null
  return (
    <div className="text-sm text-quiet">
      <Word text={note} />
    </div>
  )
}

function Word({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p data-foreign data-note className="whitespace-pre-wrap">
      {sayNote(text)}
    </p>
  )
}
