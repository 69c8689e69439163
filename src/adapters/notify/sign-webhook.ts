// The signature of Standard Webhooks: who has the secret can tell that it was us, when, and that nothing was changed.
import { createHmac } from 'node:crypto'

export interface Signed {
  readonly id: string
  readonly atSec: number
  readonly body: string
}

/** A secret in their form is base64 behind a prefix; any other text is taken as it is. */
export function signWebhook(secret: string, { id, atSec, body }: Signed): Record<string, string> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const signature = createHmac('sha256', key).update(`${id}.${atSec}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(atSec), 'webhook-signature': `v1,${signature}` }
}
