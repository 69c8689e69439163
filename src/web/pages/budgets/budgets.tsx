// What everybody may use and has used: bars against limits, and usage over time.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Budget } from '../../../protocol/budgets/budget.ts'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAgents } from '../../agents/use-agents.ts'
import { BudgetDialog } from './budget-dialog.tsx'
import { BudgetRow } from './budget-row.tsx'
import { Usage } from './usage.tsx'

export function Budgets() {
  const { set } = useSearch({ from: '/budgets' })
  const navigate = useNavigate({ from: '/budgets' })
  const open = (scope: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, set: scope }), replace: true })
  const { data, error } = useRoute('GET /api/budgets', { query: {} })
  const isLive = useConnection().kind === 'live'
  const shown = useShown(data?.items ?? [])
  return (
    <div className="mx-auto grid max-w-6xl gap-4">
      <h1 className="text-lg font-semibold">Budgets</h1>
      {error && <Notice tone="bad" title={error.message} />}
      <Card title="Usage and limits">
        <ul aria-label="budgets" className={isLive ? '' : 'opacity-60'}>
          {shown.map((budget) => (
            <BudgetRow
              key={`${budget.scope} ${budget.per}`}
              budget={budget}
              onSet={() => open(budget.scope)}
            />
          ))}
        </ul>
        <div className="mt-3 max-md:hidden">
          <Command text="cmux budget set agent:NAME --tokens 2M --usd 5" />
        </div>
      </Card>
      <Usage />
      {set !== undefined && data && (
        <BudgetDialog
          key={set}
          scope={set}
          budgets={data.items.filter(({ scope }) => scope === set)}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  )
}

const isUrgent = ({ state }: Budget) => state === 'used-up' || state === 'warned'

/** Those of the project, what needs a person first. */
function useShown(budgets: readonly Budget[]): readonly Budget[] {
  const [project] = useProject()
  const { agents } = useAgents()
  const names = new Set<string>(agents.map(({ name }) => `agent:${name}`))
  const mine = budgets.filter(
    ({ scope }) =>
      project === undefined ||
      !/^(agent|project):/.test(scope) ||
      names.has(scope) ||
      scope === `project:${project}`,
  )
  return [...mine.filter(isUrgent), ...mine.filter((budget) => !isUrgent(budget))]
}
