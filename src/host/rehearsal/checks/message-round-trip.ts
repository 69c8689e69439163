// Does a message arrive and come back?
import { askJson } from '../ask.ts'
import type { Check } from '../stage.ts'

/** Waits for mail: until a release has the route, there is nothing to try, and the report says so. */
export const messageRoundTrip: Check = {
  name: 'message round trip',
  limit: 'checkMs',
  async run(stage) {
    const { paths } = (await askJson(stage, 200, 'GET', '/api/openapi.json')) as {
      readonly paths?: Readonly<Record<string, object>>
    }
    const isThere = 'post' in (paths?.['/api/messages'] ?? {})
    return { notTried: isThere ? 'no rehearsal sends messages yet' : 'not there yet: it takes no messages' }
  },
}
