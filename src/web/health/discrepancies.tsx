// Where what is written down and what is there differ: what it is, the command, and a button where mending loses nothing.
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../data/use-act.ts'
import { useRoute } from '../data/use-route.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Command } from '../ui/command.tsx'
import { useSay } from '../ui/toast-provider.tsx'

/** The server keeps the list, so that asking costs it nothing. */
const EVERY_MS = 5000

export function Discrepancies() {
  const { data } = useRoute('GET /api/discrepancies', {}, { everyMs: EVERY_MS })
  const queries = useQueryClient()
  const say = useSay()
  const fix = useAct('POST /api/discrepancies/fix', undefined, ({ items }) => {
    void queries.invalidateQueries({ queryKey: ['GET /api/discrepancies'] })
    for (const { mended, says } of items) say({ tone: mended ? 'well' : 'bad', title: says })
  })
  if (!data || data.lookedAt === null) return null
  if (data.items.length === 0)
    return (
      <p className="text-xs text-quiet">
        No inconsistencies · checked <Ago at={data.lookedAt} />
      </p>
    )
  return (
    <Card title={`Inconsistencies (${data.items.length})`}>
      <ul className="grid gap-3 text-sm">
        {data.items.map(({ id, says, command, fixable, since }) => (
          <li
            key={id}
            data-discrepancy={id}
            className="grid gap-1 border-b border-line/60 pb-3 last:border-0 last:pb-0"
          >
            <p>
              <span data-foreign>{says}</span>{' '}
              <span className="text-xs text-quiet">
                since <Ago at={since} />
              </span>
            </p>
            <span className="flex flex-wrap items-center gap-2">
              {fixable && (
                <Button
                  disabled={fix.isPending}
                  aria-label={`Fix: ${says}`}
                  onClick={() => fix.mutate({ body: { ids: [id] } })}
                >
                  Fix
                </Button>
              )}
              <Command text={command} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
