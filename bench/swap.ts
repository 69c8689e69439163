// Planned swaps under load: 50 keep-alive connections, a fifth of them writing, without retries.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startLoad } from '../test/fixtures/steady-load.ts'
import { startGuardedHome } from './measure/guarded-home.ts'
import { reportRatios } from './measure/report-ratios.ts'

const SWAPS = 20
const CLIENTS = 50
/** Between two swaps, so that each meets a full load. */
const BETWEEN_MS = 300

using guarded = startGuardedHome()
const load = startLoad({ ...guarded, clients: CLIENTS, keepAlive: true, writers: 5 })
for (let swap = 0; swap < SWAPS; swap += 1) {
  await pause(BETWEEN_MS)
  // A process of its own, so that this one goes on being the clients.
  const child = spawn(join(import.meta.dirname, '..', 'cmux'), ['restart', '--home', guarded.home], {
    stdio: 'ignore',
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`restart ended with ${String(code)}`)
}
const counts = await load.end()
const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
const well = (counts['200'] ?? 0) + (counts['201'] ?? 0)
console.log(`${SWAPS} swaps, ${total} requests: ${JSON.stringify(counts)}`)
console.log('pm2 reload: not measured here, it is not installed')
reportRatios([{ name: 'failed requests', value: total - well, atMost: 0 }])
