// The one thing to know about a change right now: whom it waits for, when it restarts what runs, why it did not come to be.
import type { Change } from '../../../protocol/change.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Tone } from '../../ui/tone.ts'
import { sayNote } from '../../words/say-note.ts'
import { ChangeReview } from './change-review.tsx'

const TITLES: Readonly<Partial<Record<Change['state'], readonly [tone: Tone, title: string]>>> = {
  restarting: ['worry', 'It is on the main branch; what runs will be restarted'],
  soaking: ['busy', 'It runs, and is watched'],
  refused: ['bad', 'It was refused, and the main branch is as it was'],
  rolling_back: ['worry', 'It is being taken back'],
  rolled_back: ['worry', 'It was taken back'],
}

export function ChangeWord({ change }: { readonly change: Change }) {
  const { state, note, sick } = change
  const row = TITLES[state]
  if (state === 'reviewing') return <ChangeReview change={change} />
  if (row) {
    const [tone, title] = row
    return (
      <Notice tone={tone} title={title}>
        <Word text={sick !== null && sick !== note ? `It got sick: ${sick}` : note} />
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
