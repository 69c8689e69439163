import type { Check } from '../stage.ts'

export const stops: Check = {
  name: 'stop',
  limit: 'stopMs',
  async run(stage) {
    const end = await stage.server?.stop(stage.signal)
    if (end !== 'exit 0') throw new Error(`told to end, it ended with ${end}`)
    return 'told to end, it ended'
  },
}
