// Where one writes to an agent: Enter sends, Shift-Enter begins a line, @ calls others. The text stays until it is sent.
import { useImperativeHandle, useLayoutEffect, useRef, type KeyboardEvent, type Ref } from 'react'
import { useApp } from '../app.tsx'
import { newId } from '../data/new-id.ts'
import { useDraft } from '../data/use-draft.ts'
import { useRoute } from '../data/use-route.ts'
import { useConnection } from '../live/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { findMentions } from './find-mentions.ts'
import { MentionList } from './mention-list.tsx'
import { useMentions } from './use-mentions.ts'
import { writeLetters } from './write-letters.ts'

export interface ComposerHandle {
  /** Text that was taken back goes before what is typed now. */
  putBack(text: string): void
}

interface ComposerProps {
  readonly to: string
  readonly placeholder?: string
  readonly onSent?: () => void
  readonly ref?: Ref<ComposerHandle>
}

const MAX_HEIGHT_PX = 240

export function Composer({ to, placeholder = `Message ${to}`, onSent, ref }: ComposerProps) {
  const { outbox } = useApp()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useDraft(`say.${to}`, field)
  const names = (useRoute('GET /api/agents', { query: {} }).data?.items ?? []).map(({ name }) => name)
  const mentions = useMentions({ field, text, setText, names: names.filter((name) => name !== to) })
  const copies = findMentions(text, names, to)
  useGrowing(field, text)
  useImperativeHandle(ref, () => ({
    putBack(body) {
      setText(text === '' ? body : `${body}\n${text}`)
      field.current?.focus()
    },
  }))

  const send = () => {
    if (text.trim() === '') return
    outbox.post(writeLetters({ id: newId(), to, copies, text, nowMs: Date.now() }))
    setText('')
    onSent?.()
  }
  const hear = (event: KeyboardEvent) => {
    if (mentions.hear(event)) return
    // While a word is being composed (Japanese, Chinese, …) Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="relative grid gap-1 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionList mentions={mentions} />
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={1}
          value={text}
          dir="auto"
          aria-label={`message to ${to}`}
          aria-describedby={`to-${to}`}
          placeholder={placeholder}
          onChange={(event) => {
            setText(event.target.value)
            mentions.look()
          }}
          onSelect={mentions.look}
          onBlur={mentions.close}
          onKeyDown={hear}
          {...mentions.aria}
          className="min-h-9 w-full resize-none rounded-md border border-line bg-ground px-2.5 py-1.5 text-sm placeholder:text-quiet"
        />
        <Button
          look="main"
          type="submit"
          aria-label={`send to ${to}`}
          className="min-h-9"
          disabled={text.trim() === ''}
        >
          <Icon name="send" />
        </Button>
      </div>
      <Receivers to={to} copies={copies} />
    </form>
  )
}

function Receivers({ to, copies }: { readonly to: string; readonly copies: readonly string[] }) {
  const isOffline = useConnection().kind === 'offline'
  const also = copies.length === 0 ? '' : `, a copy to ${copies.join(', ')}`
  return (
    <p id={`to-${to}`} className="text-xs text-quiet">
      {isOffline && <span className="font-semibold text-bad">Offline: messages wait in the outbox. </span>}
      To {to}
      {also}. <span className="max-sm:hidden">Enter to send · Shift+Enter for newline · @ to mention</span>
    </p>
  )
}

function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const box = field.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${Math.min(box.scrollHeight + 2, MAX_HEIGHT_PX)}px`
  }, [field, text])
}
