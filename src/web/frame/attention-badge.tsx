// How much waits for a person, on every page.
import { Link } from '@tanstack/react-router'
import { useRoute } from '../data/use-route.ts'
import { Icon } from '../ui/icon.tsx'

export function AttentionBadge() {
  const { data } = useRoute('GET /api/next', {})
  const count = (data?.items.length ?? 0) + (data?.leftOff ?? 0)
  return (
    <Link
      to="/"
      hash="waiting"
      aria-label={count === 0 ? 'nothing needs attention' : `${count} need attention`}
      className="relative grid size-8 place-items-center rounded-md text-quiet hover:bg-raised hover:text-ink"
    >
      <Icon name="bell" />
      {count > 0 && (
        <span
          data-waiting={count}
          className="absolute -top-0.5 -right-0.5 grid min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.68rem] font-semibold text-on-accent"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
