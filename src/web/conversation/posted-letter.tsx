// Something said that the server has not accepted yet: it never looks delivered.
import { useApp } from '../app.tsx'
import { Button } from '../ui/button.tsx'
import { TEXT_OF } from '../ui/tone.ts'
import { describeLetter } from './describe-letter.ts'
import { MessageBody } from './message-body.tsx'
import type { Posted } from './outbox.ts'

interface PostedLetterProps {
  readonly letter: Posted
  readonly isOnline: boolean
  /** Puts the text back where one types. */
  readonly onTakeBack: (body: string) => void
}

export function PostedLetter({ letter, isOnline, onTakeBack }: PostedLetterProps) {
  const { outbox } = useApp()
  const { tone, text, canTakeBack } = describeLetter(letter.state, isOnline)
  return (
    <article
      data-posted={letter.state.kind}
      aria-label="you, not delivered yet"
      className="grid w-fit max-w-[min(44rem,92%)] min-w-0 gap-1 justify-self-end rounded-lg border border-dashed border-quiet px-3 py-2 text-sm"
    >
      {letter.subject !== null && <p className="font-semibold">{letter.subject}</p>}
      <MessageBody message={asMessage(letter)} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className={`text-xs ${TEXT_OF[tone]}`}>
          {text}
        </p>
        {canTakeBack && (
          <Button look="bare" onClick={() => outbox.drop(letter.id) && onTakeBack(letter.body)}>
            undo send
          </Button>
        )}
      </div>
    </article>
  )
}

function asMessage({ id, body }: Posted): Parameters<typeof MessageBody>[0]['message'] {
  return {
    id: id as Parameters<typeof MessageBody>[0]['message']['id'],
    body,
    bytes: new TextEncoder().encode(body).length,
  }
}
