import { hasToken } from '../make-token.ts'
import type { Check } from '../stage.ts'

export const storeRead: Check = {
  name: 'store read',
  limit: 'checkMs',
  async run(stage) {
    for (const { id } of stage.made)
      if (!(await hasToken(stage, id))) throw new Error(`${id} is gone, which was written before`)
    return `it reads what was written before (${stage.made.map(({ id }) => id).join(', ')})`
  },
}
