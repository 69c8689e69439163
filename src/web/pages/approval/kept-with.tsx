// The rule that was kept with an answer, and the way to take it back.
import { useRoute } from '../../data/use-route.ts'
import { useAct } from '../../data/use-act.ts'
import { ExactText } from '../../approvals/exact-text.tsx'
import { Button } from '../../ui/button.tsx'
import { describeKept } from '../../../protocol/approvals/describe-kept.ts'

export function KeptWith({ approval }: { readonly approval: string }) {
  const { data } = useRoute('GET /api/rules', {})
  const remove = useAct('DELETE /api/rules/kept/:id', 'Rule removed: this is asked again')
  const rule = data?.kept.find((kept) => kept.approval === approval)
  if (!rule) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <p data-foreign>
        From now on, without asking: <ExactText text={describeKept(rule)} />
      </p>
      <Button disabled={remove.isPending} onClick={() => remove.mutate({ params: { id: rule.id } })}>
        Remove the rule
      </Button>
    </div>
  )
}
