// A yes needs the passphrase, if one is set: then the person is asked for it.
import type { Client } from '../client/make-client.ts'
import { askSecrets } from '../host/terminal/ask-secrets.ts'

export async function askPassphrase(client: Client): Promise<{ passphrase?: string }> {
  const { needsPassphrase } = await client.call('GET /api/approvals', { query: { limit: 1 } })
  const [passphrase] = needsPassphrase ? await askSecrets(['passphrase for approvals']) : []
  return passphrase === undefined ? {} : { passphrase }
}
