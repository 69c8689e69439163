// Slack's incoming webhook: messages without buttons, to an address that is itself the secret.
import type { Notifier } from '../../core/notices/notifier.ts'
import { isSafeAddress } from '../../protocol/access/is-safe-address.ts'
import { postJson } from './post-json.ts'
import type { ReadSecret } from './read-secret.ts'
import { composeSlackMessage } from './slack-message.ts'

export interface SlackWebhookOptions {
  readonly secret: string
  readonly readSecret: ReadSecret
  readonly limitMs: number
}

export function makeSlackWebhook({ secret, readSecret, limitMs }: SlackWebhookOptions): Notifier {
  const readUrl = async () => {
    const url = await readSecret(secret)
    if (!isSafeAddress(url))
      throw new Error(`secrets/${secret} does not hold an address that begins with https://`)
    return url
  }
  return {
    async send(notice, signal) {
      const body = JSON.stringify(composeSlackMessage(notice, false))
      return postJson({ url: await readUrl(), body, limitMs, signal })
    },
    async check() {
      await readUrl()
      return { ok: true, detail: 'its address is there; whether it answers shows a test', hint: '' }
    },
  }
}
