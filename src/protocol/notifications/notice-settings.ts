// Settings of the notices: where they go, which of them, and how often. Secrets are not among them: they are files in
// HOME/secrets, named here.
import { z } from 'zod'
import { isSafeAddress } from '../access/is-safe-address.ts'
import { ChannelName, NOTICE_KINDS, NoticeUrgency } from './notice.ts'

/** In the clear only on this machine: whoever is in between could read, and answer, what is sent. */
const SafeUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
  .refine((text) => isSafeAddress(text), 'must begin with https://, unless it is on this machine')
  .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'must hold no password')

/** A file in HOME/secrets. */
const SecretName = ChannelName

const Slack = z.strictObject({
  kind: z.literal('slack'),
  /** The id of a Slack channel (C0123ABCD), or its name (#ops). */
  to: z.string().regex(/^(?:#[\w-]{1,80}|[A-Z][A-Z0-9]{2,20})$/, 'must be #name or an id such as C0123ABCD'),
  secret: SecretName.default('slack-bot-token'),
})

const SlackWebhook = z.strictObject({ kind: z.literal('slack-webhook'), secret: SecretName.optional() })

const Webhook = z.strictObject({ kind: z.literal('webhook'), url: SafeUrl, secret: SecretName.optional() })

const Channel = z.discriminatedUnion('kind', [Slack, SlackWebhook, Webhook])
export type ChannelSettings = z.infer<typeof Channel>

const Route = z.strictObject({
  to: z.array(ChannelName).max(20),
  /** What is less urgent is not sent. */
  urgency: NoticeUrgency.default('low'),
})

const CHANNELS_MAX = 20

export const NoticeSettings = z
  .strictObject({
    channels: z
      .record(ChannelName, Channel)
      .default({})
      .refine((channels) => Object.keys(channels).length <= CHANNELS_MAX, `at most ${CHANNELS_MAX} channels`),
    /** By kind, or `*` for those that have no row of their own. Without any: all channels, from normal urgency on. */
    routes: z.partialRecord(z.enum([...NOTICE_KINDS, '*']), Route).default({}),
    /** The same matter is told once in this time, and counted meanwhile. */
    coolDownSec: z.number().min(0).max(86_400).default(300),
    /** No channel gets more than so many in that time; the rest is counted in one. */
    stormMax: z.number().int().min(1).max(1000).default(30),
    stormSec: z.number().min(1).max(86_400).default(600),
    /** For so long a notice is tried again; then it is dead. */
    keepTryingSec: z.number().min(1).max(604_800).default(86_400),
    /** One try may take so long. */
    sendSec: z.number().min(0.1).max(60).default(10),
    /** Before the first retry; it doubles up to the second. */
    retrySec: z.tuple([z.number().min(0.01).max(3600), z.number().min(0.01).max(86_400)]).default([2, 900]),
    /** How people who read a notice reach the dashboard; as the server knows itself when it is not said. */
    baseUrl: SafeUrl.optional(),
    slack: z
      .strictObject({
        apiUrl: SafeUrl.default('https://slack.com/api/'),
        /** Who may press buttons: a Slack user's id, and the name that the history gives them. */
        people: z
          .record(
            z.string().regex(/^[UW][A-Z0-9]{2,20}$/, 'must be a Slack user id such as U0123ABCD'),
            ChannelName,
          )
          .default({}),
        /** Buttons come back over a connection that we open (Socket Mode): no public address is needed. */
        socket: z.boolean().default(false),
      })
      .prefault({}),
  })
  .superRefine(({ channels, routes }, context) => {
    for (const [kind, route] of Object.entries(routes))
      for (const name of route.to)
        if (channels[name] === undefined)
          context.addIssue({
            code: 'custom',
            path: ['routes', kind, 'to'],
            message: `there is no channel ${name}`,
          })
  })
export type NoticeSettings = z.infer<typeof NoticeSettings>
