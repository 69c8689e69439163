import { copyHome } from '../copy-home.ts'
import type { Check } from '../stage.ts'

export const dataCopy: Check = {
  name: 'copy',
  limit: 'totalMs',
  run: async ({ home, copy, owner }) => copyHome(home, copy, owner),
}
