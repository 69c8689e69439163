// The pages of the frame, in the order in which they are offered. `key` goes there after a `g`.
import type { IconName } from '../ui/icon.tsx'

export interface PageLink {
  readonly to:
    | '/'
    | '/chat'
    | '/agents'
    | '/terminals'
    | '/tasks'
    | '/changes'
    | '/approvals'
    | '/budgets'
    | '/timeline'
    | '/journal'
    | '/health'
    | '/audit'
    | '/files'
    | '/machine'
  readonly title: string
  readonly key: string
  readonly icon: IconName
}

export const PAGES: readonly PageLink[] = [
  { to: '/', title: 'Overview', key: 'o', icon: 'overview' },
  { to: '/chat', title: 'Chat', key: 'c', icon: 'chat' },
  { to: '/agents', title: 'Agents', key: 'a', icon: 'agent' },
  { to: '/terminals', title: 'Terminals', key: 'e', icon: 'terminal' },
  { to: '/tasks', title: 'Tasks', key: 't', icon: 'tasks' },
  { to: '/changes', title: 'Changes', key: 'i', icon: 'branch' },
  { to: '/approvals', title: 'Approvals', key: 'p', icon: 'shield' },
  { to: '/budgets', title: 'Budgets', key: 'b', icon: 'gauge' },
  { to: '/timeline', title: 'Activity', key: 'l', icon: 'timeline' },
  { to: '/journal', title: 'Journal', key: 'j', icon: 'book' },
  { to: '/health', title: 'Health', key: 'h', icon: 'pulse' },
  { to: '/machine', title: 'Machine', key: 'm', icon: 'screen' },
  { to: '/files', title: 'Files', key: 'f', icon: 'folder' },
  { to: '/audit', title: 'Audit', key: 'u', icon: 'search' },
]
