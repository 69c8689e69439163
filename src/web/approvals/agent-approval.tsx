// An agent that waits for a person to approve something: what, and the way there.
import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import { useApprovals } from './use-approvals.ts'

export function AgentApproval({ name }: { readonly name: string }) {
  const { waiting } = useApprovals()
  const [first, ...others] = waiting.filter(({ agent }) => agent === name)
  if (!first) return null
  return (
    <Link
      to="/approvals/$id"
      params={{ id: first.id }}
      data-approval={first.id}
      className="flex min-w-0 items-center gap-1 text-xs font-medium text-worry hover:underline"
    >
      <Icon name="shield" size={14} />
      <span data-foreign className="truncate">
        approve? {first.title}
      </span>
      {others.length > 0 && <span className="shrink-0">+{others.length}</span>}
    </Link>
  )
}
