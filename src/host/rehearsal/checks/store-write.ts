import { askJson } from '../ask.ts'
import { hasToken, makeToken } from '../make-token.ts'
import type { Check } from '../stage.ts'

export const storeWrite: Check = {
  name: 'store write',
  limit: 'checkMs',
  async run(stage) {
    const { store } = (await askJson(stage, 200, 'GET', '/api/status')) as { store: { seq: number } }
    const id = await makeToken(stage)
    if (!(await hasToken(stage, id))) throw new Error(`it accepted ${id}, and does not have it`)
    stage.made.push({ id, after: store.seq })
    return `it wrote ${id} and read it back`
  },
}
