// Whether a channel gets a notice, by the settings. Pure.
import { NOTICE_URGENCIES } from '../../protocol/notifications/notice.ts'
import type { NoticeSettings } from '../../protocol/notifications/notice-settings.ts'
import type { NoticeDraft } from './notice-draft.ts'

/** Follow-ups go where the matter was told, so they have the route of what they follow. */
const ROUTED_AS: Readonly<Partial<Record<NoticeDraft['kind'], NoticeDraft['kind']>>> = {
  'approval-decided': 'approval',
}

export function isRouted(
  { kind, urgency }: Pick<NoticeDraft, 'kind' | 'urgency'>,
  channel: string,
  { routes }: Pick<NoticeSettings, 'routes'>,
): boolean {
  const all = { to: [channel], urgency: 'normal' } as const
  const route =
    routes[kind] ?? routes[ROUTED_AS[kind] ?? kind] ?? routes['*'] ?? (isEmpty(routes) ? all : undefined)
  if (!route?.to.includes(channel)) return false
  return NOTICE_URGENCIES.indexOf(urgency) >= NOTICE_URGENCIES.indexOf(route.urgency)
}

const isEmpty = (value: object) => Object.keys(value).length === 0
