import { bootServer } from '../boot-server.ts'
import type { Check } from '../stage.ts'

export const starts: Check = {
  name: 'starts',
  limit: 'startMs',
  async run(stage) {
    stage.server = await bootServer(stage, stage.signal, stage.started)
    return 'it is up on the copy'
  },
}
