// Words over a terminal, where nobody who looks at it misses them.
import { EDGE_OF, TEXT_OF } from '../ui/tone.ts'
import type { SeenWords } from './describe-seen.ts'

export function TerminalWords({ says }: { readonly says: readonly SeenWords[] }) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-2 top-2 grid justify-items-start gap-1"
    >
      {says.map(({ tone, title, detail }) => (
        <p
          key={title}
          className={`rounded-md border bg-surface px-3 py-1.5 text-sm shadow-lg ${EDGE_OF[tone]}`}
        >
          <span data-foreign className={`font-semibold ${TEXT_OF[tone]}`}>
            {title}
          </span>{' '}
          {detail !== undefined && (
            <span data-foreign className="text-quiet">
              {detail}
            </span>
          )}
        </p>
      ))}
    </div>
  )
}
