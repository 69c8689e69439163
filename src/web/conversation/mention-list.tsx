// Who can be called with the @ that is being typed.
import type { Mentions } from './use-mentions.ts'

export function MentionList({ mentions }: { readonly mentions: Mentions }) {
  const { listId, offered, chosen, optionId, take } = mentions
  if (offered.length === 0) return null
  return (
    <>
      <p role="status" className="sr-only">
        {offered.length} matches, choose with the arrow keys
      </p>
      <ul
        id={listId}
        role="listbox"
        aria-label="agents to mention"
        className="absolute bottom-full left-3 z-20 min-w-44 overflow-hidden rounded-lg border border-line bg-surface py-1 text-sm shadow-lg"
      >
        {offered.map((name, index) => (
          <li
            key={name}
            id={optionId(index)}
            role="option"
            aria-selected={index === chosen}
            // Before the field loses the focus, and with it the cursor.
            onPointerDown={(event) => {
              event.preventDefault()
              take(name)
            }}
            className={`cursor-pointer px-3 py-1 ${index === chosen ? 'bg-raised' : ''}`}
          >
            @{name}
          </li>
        ))}
      </ul>
    </>
  )
}
