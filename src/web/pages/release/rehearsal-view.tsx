// The evidence of a rehearsal: each leg with its steps, what was seen and how long it took.
import type { RehearsalLeg, RehearsalStep } from '../../../protocol/releases/rehearsal.ts'
import { useRoute } from '../../data/use-route.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sayTook } from '../../words/say-took.ts'

const LEGS: Readonly<Record<RehearsalLeg, string>> = {
  forward: 'Forward: the release takes over the data',
  back: 'Back: the previous release takes over again',
  'forward again': 'Forward again',
}

export function RehearsalView({ id }: { readonly id: string }) {
  const { data, error } = useRoute('GET /api/releases/:id/rehearsal', {
    params: { id },
  })
  if (error) return <Notice tone="bad" title={error.message} />
  if (!data) return <p className="text-sm text-quiet">…</p>
  const { passed, against, schema, at, tookMs, steps } = data
  const legs = Map.groupBy(steps, ({ leg }) => leg)
  return (
    <div className="grid gap-3 text-sm" data-rehearsal={passed ? 'passed' : 'failed'}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={passed ? 'well' : 'bad'}>{passed ? 'passed' : 'failed'}</Badge>
        <span className="text-quiet">
          <Ago at={at} /> · took {sayTook(tookMs)}
          {against !== null && <> · back to {against.slice(0, 12)}</>}
          {schema !== null && <> · data of schema {schema}</>}
        </span>
      </p>
      {[...legs].map(([leg, its]) => (
        <section key={leg} aria-label={LEGS[leg]}>
          <h3 className="mb-1 font-medium">{LEGS[leg]}</h3>
          <ul className="grid gap-1">
            {its.map((step) => (
              <Step key={step.check} step={step} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Step({ step: { check, passed, detail, tookMs } }: { readonly step: RehearsalStep }) {
  const [tone, word] =
    passed === null
      ? (['quiet', 'not reached'] as const)
      : passed
        ? (['well', 'passed'] as const)
        : (['bad', 'failed'] as const)
  return (
    <li
      data-check={check}
      className="grid items-baseline gap-x-3 border-t border-line/60 py-1 sm:grid-cols-[6rem_10rem_minmax(0,1fr)_auto]"
    >
      <Dot tone={tone}>{word}</Dot>
      <span className="font-medium">{check}</span>
      <span data-foreign className="min-w-0 text-quiet">
        {detail}
      </span>
      <span className="text-xs text-quiet tabular-nums">{sayTook(tookMs)}</span>
    </li>
  )
}
