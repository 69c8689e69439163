// Does a message arrive, come back as it was said, and let itself be confirmed, once?
import { ask, askJson } from '../ask.ts'
import type { Check } from '../stage.ts'

interface Shown {
  readonly body: string
  readonly receipt: string
}

export const messageRoundTrip: Check = {
  name: 'message round trip',
  limit: 'checkMs',
  async run(stage) {
    // The release before this one may be older than mail: nothing to try there.
    const { paths } = (await askJson(stage, 200, 'GET', '/api/openapi.json')) as {
      readonly paths?: Readonly<Record<string, object>>
    }
    if (!('post' in (paths?.['/api/messages'] ?? {}))) return { notTried: 'it takes no messages' }
    const body = 'a rehearsal: ✓\nsecond line'
    const sent = { id: `rehearsal-${Date.now()}`, to: 'owner', body }
    await askJson(stage, 201, 'POST', '/api/messages', sent)
    const again = await ask(stage, 'POST', '/api/messages', sent)
    if (again.status !== 200) throw new Error(`the same message again was answered with ${again.status}`)
    const path = `/api/messages/${sent.id}`
    const shown = (await askJson(stage, 200, 'GET', path)) as Shown
    if (shown.body !== body) throw new Error(`it accepted ${sent.id}, and gives something else back`)
    const acked = (await askJson(stage, 200, 'POST', `${path}/ack`)) as Shown
    if (acked.receipt !== 'acked') throw new Error(`it was confirmed, and is ${acked.receipt}`)
    return `it accepted ${sent.id} once, gave it back and took the confirmation`
  },
}
