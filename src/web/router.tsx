// Which address shows what. All pages but the frame are loaded when they are first looked at.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import type { ApprovalsWanted } from './pages/approvals/approvals-wanted.ts'
import type { AuditWanted } from './pages/audit/audit-wanted.ts'
import type { ChangesWanted } from './pages/changes/changes-wanted.ts'
import type { FilesWanted } from './pages/files/files-wanted.ts'
import type { JournalWanted } from './pages/journal/journal-wanted.ts'
import { PageBroken } from './frame/page-broken.tsx'
import { NotFound } from './frame/not-found.tsx'
import { Shell } from './frame/shell.tsx'

interface RootSearch {
  project?: string | undefined
}

interface TasksSearch {
  as?: 'tree' | undefined
  assignee?: string | undefined
  /** A task is being written. */
  new?: boolean | undefined
}

const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): RootSearch => ({ project: word(search['project']) }),
  search: { middlewares: [retainSearchParams(['project'])] },
  notFoundComponent: NotFound,
})

const at = () => root

const overview = createRoute({
  getParentRoute: at,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview.tsx'), 'Overview'),
})
const chat = createRoute({
  getParentRoute: at,
  path: '/chat',
  component: lazyRouteComponent(() => import('./pages/chat/chat.tsx'), 'Chat'),
})
/** Which window is open over the list. */
interface AgentsSearch {
  readonly spawn?: boolean | undefined
  readonly all?: 'pause' | 'resume' | undefined
}

const agents = createRoute({
  getParentRoute: at,
  path: '/agents',
  validateSearch: (search: Record<string, unknown>): AgentsSearch => ({
    spawn: search['spawn'] === true ? true : undefined,
    all: search['all'] === 'pause' || search['all'] === 'resume' ? search['all'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/agents/agents.tsx'), 'Agents'),
})
const agent = createRoute({
  getParentRoute: at,
  path: '/agents/$name',
  validateSearch: (search: Record<string, unknown>): { tab?: string | undefined } => ({
    tab: word(search['tab']),
  }),
  component: lazyRouteComponent(() => import('./pages/agent/agent-page.tsx'), 'AgentPage'),
})
const terminals = createRoute({
  getParentRoute: at,
  path: '/terminals',
  validateSearch: (search: Record<string, unknown>): { show?: string | undefined } => ({
    show: word(search['show']),
  }),
  component: lazyRouteComponent(() => import('./pages/terminals/terminals.tsx'), 'Terminals'),
})
const tasks = createRoute({
  getParentRoute: at,
  path: '/tasks',
  validateSearch: (search: Record<string, unknown>): TasksSearch => ({
    as: search['as'] === 'tree' ? 'tree' : undefined,
    assignee: word(search['assignee']),
    new: search['new'] === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/tasks/tasks.tsx'), 'Tasks'),
})
const task = createRoute({
  getParentRoute: at,
  path: '/tasks/$id',
  component: lazyRouteComponent(() => import('./pages/tasks/task-page.tsx'), 'TaskPage'),
})
const approvals = createRoute({
  getParentRoute: at,
  path: '/approvals',
  validateSearch: (search: Record<string, unknown>): ApprovalsWanted => ({
    state: word(search['state']),
    agent: word(search['agent']),
  }),
  component: lazyRouteComponent(() => import('./pages/approvals/approvals.tsx'), 'Approvals'),
})
const approval = createRoute({
  getParentRoute: at,
  path: '/approvals/$id',
  component: lazyRouteComponent(() => import('./pages/approval/approval-page.tsx'), 'ApprovalPage'),
})
const budgets = createRoute({
  getParentRoute: at,
  path: '/budgets',
  // Whose limits are being set.
  validateSearch: (search: Record<string, unknown>): { set?: string | undefined } => ({
    set: word(search['set']),
  }),
  component: lazyRouteComponent(() => import('./pages/budgets/budgets.tsx'), 'Budgets'),
})
const health = createRoute({
  getParentRoute: at,
  path: '/health',
  component: lazyRouteComponent(() => import('./pages/health/health.tsx'), 'Health'),
})

const machine = createRoute({
  getParentRoute: at,
  path: '/machine',
  component: lazyRouteComponent(() => import('./pages/metrics/metrics.tsx'), 'Metrics'),
})

const audit = createRoute({
  getParentRoute: at,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditWanted => ({
    agent: word(search['agent']),
    types: word(search['types']),
  }),
  component: lazyRouteComponent(() => import('./pages/audit/audit.tsx'), 'Audit'),
})

const files = createRoute({
  getParentRoute: at,
  path: '/files',
  validateSearch: (search: Record<string, unknown>): FilesWanted => ({
    root: word(search['root']),
    path: word(search['path']),
  }),
  component: lazyRouteComponent(() => import('./pages/files/files.tsx'), 'Files'),
})

const changes = createRoute({
  getParentRoute: at,
  path: '/changes',
  validateSearch: (search: Record<string, unknown>): ChangesWanted => ({ state: word(search['state']) }),
  component: lazyRouteComponent(() => import('./pages/changes/changes.tsx'), 'Changes'),
})
const change = createRoute({
  getParentRoute: at,
  path: '/changes/$id',
  component: lazyRouteComponent(() => import('./pages/change/change-page.tsx'), 'ChangePage'),
})
const timeline = createRoute({
  getParentRoute: at,
  path: '/timeline',
  validateSearch: (search: Record<string, unknown>): { kind?: string | undefined } => ({
    kind: word(search['kind']),
  }),
  component: lazyRouteComponent(() => import('./pages/timeline/timeline.tsx'), 'Timeline'),
})
const journal = createRoute({
  getParentRoute: at,
  path: '/journal',
  validateSearch: (search: Record<string, unknown>): JournalWanted => ({
    day: word(search['day']),
    kind: word(search['kind']),
    q: word(search['q']),
  }),
  component: lazyRouteComponent(() => import('./pages/journal/journal.tsx'), 'Journal'),
})
const release = createRoute({
  getParentRoute: at,
  path: '/releases/$id',
  component: lazyRouteComponent(() => import('./pages/release/release-page.tsx'), 'ReleasePage'),
})

export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([
      overview,
      chat,
      agents,
      agent,
      terminals,
      tasks,
      task,
      approvals,
      approval,
      budgets,
      health,
      machine,
      audit,
      files,
      changes,
      change,
      timeline,
      journal,
      release,
    ]),
    defaultPreload: 'intent',
    defaultErrorComponent: PageBroken,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
