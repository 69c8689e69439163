// The rows of the route table about notices to the outside, and the door through which Slack's buttons come back.
import { z } from 'zod'
import { ChannelCheck, ChannelName, Notice, NoticeChannel } from './notice.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const

const NoticesQuery = z.strictObject({
  channel: ChannelName.optional(),
  state: z.enum(['waiting', 'delivered', 'dead']).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

export const NOTICE_ROUTES = {
  'GET /api/notices': {
    summary: 'What was told to the outside, newest first, and how each channel is',
    access: READERS,
    query: NoticesQuery,
    answer: z.object({ items: z.array(Notice), next: z.null(), channels: z.array(NoticeChannel) }),
  },
  'POST /api/notices/test': {
    summary: 'Sends a test to one channel, or to all of them; what comes of it is in the list',
    access: PEOPLE,
    body: z.strictObject({ channel: ChannelName.optional() }),
    answer: z.object({ items: z.array(Notice), next: z.null() }),
    status: 202,
  },
  'POST /api/notices/check': {
    summary: 'Looks whether each channel could be sent to; nobody is sent anything',
    access: PEOPLE,
    answer: z.object({ items: z.array(ChannelCheck), next: z.null() }),
  },
  'POST /api/webhooks/slack/actions': {
    summary: 'Buttons that were pressed in Slack; proved by Slack’s signature, not by a token',
    access: 'public',
    body: z.unknown(),
    answer: z.object({}),
  },
} as const
