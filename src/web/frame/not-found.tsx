// An address of the dashboard that leads to no page.
import { Link, useLocation } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  return (
    <div className="mx-auto grid max-w-2xl gap-3">
      <h1 className="text-lg font-semibold">Page not found</h1>
      <Empty title={`There is no page at ${pathname}.`}>
        <Link to="/" className="text-accent hover:underline">
          Go to the overview
        </Link>
      </Empty>
    </div>
  )
}
