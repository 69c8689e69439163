// One message: who said it, when, what, and how far it got.
import { useRef } from 'react'
import type { Message } from '../../protocol/messages/message.ts'
import { useAct } from '../data/use-act.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { MessageBody } from './message-body.tsx'
import { ReceiptLine } from './receipt-line.tsx'
import { useAckInView } from './use-ack-in-view.ts'

export function MessageView({ message }: { readonly message: Message }) {
  const end = useRef<HTMLDivElement>(null)
  useAckInView(message, end)
  const isMine = message.from === 'owner'
  const isDead = message.receipt === 'dead'
  return (
    <article
      data-message={message.id}
      aria-label={`${isMine ? 'you' : message.from}, ${clock(message.at)}`}
      className={`grid w-fit max-w-[min(44rem,92%)] min-w-0 gap-1 rounded-lg border px-3 py-2 text-sm ${isMine ? 'justify-self-end bg-raised' : 'bg-surface'} ${isDead ? 'border-bad' : 'border-line'}`}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 text-xs text-quiet">
        <span data-foreign className="font-semibold text-ink">
          {isMine ? 'you' : message.from}
        </span>
        <time dateTime={message.at} title={new Date(message.at).toLocaleString()}>
          {clock(message.at)}
        </time>
        {message.trust === 'outside' && <Badge tone="worry">external</Badge>}
        {!isMine && message.receipt !== 'acked' && !isDead && <Badge tone="busy">new</Badge>}
      </header>
      {message.subject !== null && (
        <p data-foreign dir="auto" className="font-semibold">
          {message.subject}
        </p>
      )}
      <MessageBody message={message} />
      <div ref={end} className="min-h-px min-w-0">
        {(isMine || isDead) && <ReceiptLine message={message} />}
        {message.receipt === 'interrupted' && <SendAgain message={message} />}
      </div>
    </article>
  )
}

function SendAgain({ message: { id, to } }: { readonly message: Message }) {
  const send = useAct('POST /api/messages/:id/send-again', `on its way to ${to} again`)
  return (
    <Button disabled={send.isPending} onClick={() => send.mutate({ params: { id } })}>
      Send again
    </Button>
  )
}

function clock(at: string): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}
