// The words of a message as plain text; a long one is folded, and one that the list cut is fetched whole on demand.
import { useState } from 'react'
import type { Message } from '../../protocol/messages/message.ts'
import { useRoute } from '../data/use-route.ts'
import { sayBytes } from '../words/say-bytes.ts'

const FOLDED_LINES = 14
const FOLDED_CHARS = 700
/** More would only make the page slow: nobody reads it here. */
const SHOWN_CHARS = 200_000

export function MessageBody({ message }: { readonly message: Pick<Message, 'id' | 'body' | 'bytes'> }) {
  const [isOpen, setOpen] = useState(false)
  const isCut = new TextEncoder().encode(message.body).length < message.bytes
  const whole = useRoute(
    'GET /api/messages/:id',
    { params: { id: message.id } },
    { enabled: isOpen && isCut },
  )
  const body = (isOpen ? whole.data?.body : undefined) ?? message.body
  const folded = fold(message.body)
  const isLong = isCut || folded.length < message.body.length
  return (
    <>
      <p data-foreign dir="auto" className="whitespace-pre-wrap">
        {isOpen ? body.slice(0, SHOWN_CHARS) : folded}
        {(!isOpen && isLong) || body.length > SHOWN_CHARS ? '…' : ''}
      </p>
      {isOpen && body.length > SHOWN_CHARS && (
        <p className="text-xs text-quiet">Too long to show here: cmux message show {message.id}</p>
      )}
      {isOpen && isCut && whole.isPending && <p className="text-xs text-quiet">loading the rest…</p>}
      {isOpen && whole.error && (
        <p className="text-xs text-bad">The rest can’t be shown: {whole.error.message}</p>
      )}
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="justify-self-start rounded text-xs font-medium text-accent underline"
        >
          {isOpen ? 'show less' : `show all (${sayBytes(message.bytes)})`}
        </button>
      )}
    </>
  )
}

function fold(body: string): string {
  const lines = body.slice(0, FOLDED_CHARS).split('\n')
  return lines.slice(0, FOLDED_LINES).join('\n')
}
