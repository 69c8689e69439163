// What was said between the owner and one agent, and a place to say more. It fills the height that it is given.
import { useEffect, useMemo, useRef } from 'react'
import { useApp } from '../app.tsx'
import { useConnection } from '../live/use-connection.ts'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { PostedLetter } from './posted-letter.tsx'
import { useMessages } from './use-messages.ts'
import { useOutbox } from './use-outbox.ts'

interface ConversationProps {
  /** An agent's name, or somebody else who writes to the owner. */
  readonly with: string
  /** Nobody reads what would be written there, as with `system`. */
  readonly isReadOnly?: boolean
}

export function Conversation({ with: other, isReadOnly = false }: ConversationProps) {
  const { messages, isKnown, error, showOlder } = useMessages(other)
  const isOnline = useConnection().kind !== 'offline'
  const letters = useUnshown(other, messages)
  const composer = useRef<ComposerHandle>(null)
  return (
    <section aria-label={`conversation with ${other}`} className="flex h-full min-h-0 min-w-0 flex-col">
      <MessageList key={other} label={`messages with ${other}`} messages={messages} showOlder={showOlder}>
        {isKnown && messages.length === 0 && letters.length === 0 && (
          <Empty title={`No messages with ${other} yet`}>
            {!isReadOnly && 'Write below. Messages are stored and delivered as soon as the agent is ready.'}
          </Empty>
        )}
        {!isKnown && !error && <p className="text-sm text-quiet">Loading messages…</p>}
        {error && (
          <Notice tone="bad" title={`Messages can’t be shown: ${error.message}`}>
            They are safe; the page retries by itself.
          </Notice>
        )}
        {letters.map((letter) => (
          <PostedLetter
            key={letter.id}
            letter={letter}
            isOnline={isOnline}
            onTakeBack={(body) => composer.current?.putBack(body)}
          />
        ))}
      </MessageList>
      {!isReadOnly && <Composer key={other} ref={composer} to={other} />}
    </section>
  )
}

/** What is on its way to this one and not in the list of messages yet. */
function useUnshown(other: string, messages: ReturnType<typeof useMessages>['messages']) {
  const { outbox } = useApp()
  const all = useOutbox()
  const known = useMemo(() => new Set<string>(messages.map(({ id }) => id)), [messages])
  useEffect(() => {
    for (const { id, state } of all) if (state.kind === 'accepted' && known.has(id)) outbox.drop(id)
  }, [all, known, outbox])
  return all.filter(({ id, to }) => to === other && !known.has(id))
}
