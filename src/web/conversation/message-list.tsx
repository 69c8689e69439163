// All that was said, by days, the newest in view; what waits to be sent stands at the end.
import type { ReactNode } from 'react'
import type { Message } from '../../protocol/messages/message.ts'
import { Button } from '../ui/button.tsx'
import { groupByDay, sayDay } from './group-by-day.ts'
import { MessageView } from './message-view.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

interface MessageListProps {
  readonly label: string
  readonly messages: readonly Message[]
  readonly showOlder: (() => void) | undefined
  /** What follows on the last message. */
  readonly children: ReactNode
}

export function MessageList({ label, messages, showOlder, children }: MessageListProps) {
  const { box, inner, isAtEnd, goToEnd } = useStickToEnd(messages[0]?.seq)
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label={label}
        // A box that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="h-full overflow-y-auto"
      >
        <div ref={inner} className="grid gap-2 p-3">
          {showOlder && (
            <Button look="bare" className="justify-self-center" onClick={showOlder}>
              older
            </Button>
          )}
          {groupByDay(messages).map(({ date, items }) => (
            <section key={date} aria-label={sayDay(date, new Date())} className="grid gap-2">
              <h3 className="text-center text-xs font-medium text-quiet">{sayDay(date, new Date())}</h3>
              {items.map((message) => (
                <MessageView key={message.id} message={message} />
              ))}
            </section>
          ))}
          {children}
        </div>
      </div>
      {!isAtEnd && (
        <Button className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow" onClick={goToEnd}>
          jump to newest
        </Button>
      )}
    </div>
  )
}
