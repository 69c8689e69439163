// A notice as a signed POST of JSON to any program that can check Standard Webhooks.
import type { Notifier, OutgoingNotice } from '../../core/notices/notifier.ts'
import { postJson } from './post-json.ts'
import type { ReadSecret } from './read-secret.ts'
import { signWebhook } from './sign-webhook.ts'

export interface WebhookOptions {
  readonly url: string
  readonly secret: string
  readonly readSecret: ReadSecret
  readonly limitMs: number
}

export function makeWebhook({ url, secret, readSecret, limitMs }: WebhookOptions): Notifier {
  return {
    async send(notice, signal) {
      const body = JSON.stringify(describe(notice))
      const signed = { id: notice.id, atSec: Math.floor(Date.now() / 1000), body }
      const headers = signWebhook(await readSecret(secret), signed)
      const outcome = await postJson({ url, body, headers, limitMs, signal })
      // What follows it up names it by its id.
      return outcome.kind === 'delivered' ? { ...outcome, ref: notice.id } : outcome
    },
    async check() {
      await readSecret(secret)
      const detail = 'its secret is there; whether it answers shows a test'
      return { ok: true, detail, hint: '' }
    },
  }
}

/** What is asked is not in it: the content is for people who are logged in. */
function describe(notice: OutgoingNotice): object {
  const { id, kind, urgency, title, text, link, event, at, count, approval, replaces } = notice
  const asked = approval && {
    id: approval.id,
    sha256: approval.sha256,
    risk: approval.risk,
    agent: approval.agent,
  }
  return {
    type: `notice.${kind}`,
    timestamp: at,
    data: {
      id,
      kind,
      urgency,
      title,
      text,
      link,
      event,
      count,
      ...(asked && { approval: asked }),
      ...(replaces !== undefined && { replaces }),
    },
  }
}
