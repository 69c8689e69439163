// Slack with a bot's token: messages with buttons, which are changed when they were answered elsewhere.
import type { WebClient } from '@slack/web-api'
import type { Notifier, OutgoingNotice, SendOutcome } from '../../core/notices/notifier.ts'
import { judgeSlackError } from './judge-slack-error.ts'
import type { OpenSlack } from './open-slack.ts'
import { composeSlackMessage } from './slack-message.ts'

export interface SlackBotOptions {
  readonly to: string
  readonly secret: string
  readonly openSlack: OpenSlack
}

export function makeSlackBot({ to, secret, openSlack }: SlackBotOptions): Notifier {
  return {
    async send(notice, signal) {
      const client = await openSlack(secret, signal)
      try {
        return await (notice.replaces === undefined
          ? post(client, to, notice)
          : change(client, notice.replaces, notice))
      } catch (error) {
        return judgeSlackError(error)
      }
    },
    async check(signal) {
      const client = await openSlack(secret, signal)
      try {
        const { team, user } = await client.auth.test()
        return { ok: true, detail: `known to Slack as ${user ?? '?'} of ${team ?? '?'}`, hint: '' }
      } catch (error) {
        const judged = judgeSlackError(error)
        const detail = judged.kind === 'delivered' ? '' : judged.why
        return { ok: false, detail, hint: `write the bot's token to secrets/${secret} in the home` }
      }
    },
  }
}

/** Nothing in the text may become a link or a mention. */
const AS_IT_IS = { mrkdwn: false, parse: 'none', link_names: false, unfurl_links: false } as const

async function post(client: WebClient, to: string, notice: OutgoingNotice): Promise<SendOutcome> {
  const { channel = to, ts = '' } = await client.chat.postMessage({
    channel: to,
    ...composeSlackMessage(notice, true),
    ...AS_IT_IS,
    // Slack keeps it with the message: who finds two with the same id knows that they are one.
    metadata: { event_type: 'cmux_notice', event_payload: { id: notice.id } },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a method of Slack's, not of a window
  })
  return { kind: 'delivered', ref: `${channel}:${ts}` }
}

async function change(client: WebClient, ref: string, notice: OutgoingNotice): Promise<SendOutcome> {
  const [channel = '', ts = ''] = ref.split(':')
  await client.chat.update({ channel, ts, ...composeSlackMessage(notice, false), parse: 'none' })
  return { kind: 'delivered', ref }
}
