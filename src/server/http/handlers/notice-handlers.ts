// Notices over HTTP: the list, tests, and Slack's buttons.
import type { NoticeRecord } from '../../../core/notices/notice-record.ts'
import type { Notice } from '../../../protocol/notifications/notice.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'notices' | 'store'>

export type NoticeKeys =
  | 'GET /api/notices'
  | 'POST /api/notices/test'
  | 'POST /api/notices/check'
  | 'POST /api/webhooks/slack/actions'

export function makeNoticeHandlers({ store, notices }: Deps): Handlers<NoticeKeys> {
  return {
    'GET /api/notices': async ({ query }) => ({
      items: (await store.read.notices.list(query)).map(describe),
      next: null,
      channels: await notices.channels(),
    }),

    'POST /api/notices/test': async ({ body }, { principal }) => ({
      items: (await notices.test(body.channel, principal.actor)).map(describe),
      next: null,
    }),

    'POST /api/notices/check': async () => ({ items: await notices.check(), next: null }),

    'POST /api/webhooks/slack/actions': async ({ body }, { request: { headers } }) => {
      await notices.takeSlackRequest({
        timestamp: one(headers['x-slack-request-timestamp']),
        signature: one(headers['x-slack-signature']),
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      })
      return {}
    },
  }
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? undefined : value)

function describe(notice: NoticeRecord): Notice {
  return {
    id: notice.id,
    channel: notice.channel,
    kind: notice.kind,
    urgency: notice.urgency,
    title: notice.title,
    text: notice.text,
    link: notice.link,
    event: notice.event,
    at: notice.at,
    count: notice.count,
    state: notice.state,
    attempts: notice.attempts,
    dueAt: notice.dueAt,
    retryAt: notice.retryAt,
    endedAt: notice.endedAt,
    error: notice.error,
  }
}
