// `node scripts/grow-history.ts --home DIR [--messages N] [--events N]`: makes a home with a long history, for benches and for people
// who want to see how cmux is after a year. A tenth of the default takes about a minute.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { growHistory } from '../bench/measure/grow-history.ts'

const options = {
  home: { type: 'string' },
  messages: { type: 'string', default: '1000000' },
  events: { type: 'string', default: '10000000' },
} as const
const { values } = parseArgs({ options })
const [messages, events] = [Number(values.messages), Number(values.events)]
const isWhole = (count: number) => Number.isSafeInteger(count) && count > 0
const refusal =
  values.home === undefined
    ? 'say where: --home DIR'
    : existsSync(join(values.home, 'cmux.db'))
      ? `${values.home} has a database already`
      : isWhole(messages) && isWhole(events)
        ? undefined
        : '--messages and --events are whole numbers above 0'
if (refusal !== undefined) {
  process.stderr.write(`cmux: ${refusal} (USAGE)\n`)
  process.exit(2)
}
const home = resolve(values.home ?? '')
const beganMs = performance.now()
const grown = await growHistory(home, { messages, events }, (written) => {
  if (written % 100_000 === 0) process.stdout.write(`${written} of ${messages} messages\n`)
})
const seconds = Math.round((performance.now() - beganMs) / 1000)
const size = `${(grown.bytes / 1024 ** 3).toFixed(2)} GiB`
process.stdout.write(
  `${home}: ${grown.messages} messages, ${grown.events} events, ${size}, in ${seconds} s\n`,
)
