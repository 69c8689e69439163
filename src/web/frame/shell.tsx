// The frame that every page stands in: where one is, how it stands with the server, and what waits for a person.
import { Link, Outlet } from '@tanstack/react-router'
import { useConnection } from '../live/use-connection.ts'
import { ProofDialog } from '../proof/proof-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { AttentionBadge } from './attention-badge.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { LoggedOut } from './logged-out.tsx'
import { Notices } from './notices.tsx'
import { PAGES } from './pages.ts'
import { Palette } from './palette.tsx'
import { ProjectSelector } from './project-selector.tsx'
import { RecoveryToasts } from './recovery-toasts.tsx'
import { ThemeButton } from './theme-button.tsx'

export function Shell() {
  const connection = useConnection()
  if (connection.kind === 'logged-out') return <LoggedOut why={connection.why} />
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[11rem_1fr]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded focus:bg-surface focus:p-2"
      >
        skip to the page
      </a>
      <header className="sticky top-0 z-30 flex min-h-12 items-center gap-2 border-b border-line bg-ground px-3 md:col-span-2 md:px-4">
        <Link to="/" className="mr-1 font-semibold tracking-tight">
          cmux
        </Link>
        <ProjectSelector />
        <div className="ml-auto flex items-center gap-2">
          <ConnectionBadge />
          <AttentionBadge />
          <Palette />
          <ThemeButton />
        </div>
      </header>
      <Navigation />
      <main id="main" tabIndex={-1} className="min-w-0 p-3 pb-24 outline-none md:p-5 md:pb-5">
        <Notices />
        <Outlet />
      </main>
      <RecoveryToasts />
      <ProofDialog />
    </div>
  )
}

function Navigation() {
  return (
    <nav
      aria-label="pages"
      className="fixed inset-x-0 bottom-0 z-30 flex justify-between overflow-x-auto border-t border-line bg-ground px-1 md:sticky md:top-12 md:flex-col md:justify-start md:gap-0.5 md:self-start md:border-t-0 md:p-3"
    >
      {PAGES.map(({ to, title, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/' }}
          activeProps={{ className: 'bg-raised text-ink', 'aria-current': 'page' }}
          inactiveProps={{ className: 'text-quiet hover:bg-raised hover:text-ink' }}
          className="flex flex-1 flex-col items-center gap-0.5 rounded-md px-2 py-1.5 text-xs font-medium md:flex-none md:flex-row md:gap-2 md:text-sm"
        >
          <Icon name={icon} />
          {title}
        </Link>
      ))}
    </nav>
  )
}
