// Planned swaps under load: 50 keep-alive connections, a fifth of them writing, without retries; beside as many reloads of a
// tiny server by pm2, which has nothing to write and nothing to hand over.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startLoad, type LoadTarget } from '../test/fixtures/steady-load.ts'
import { bringPm2 } from './measure/bring-peers.ts'
import { freePort } from './measure/free-port.ts'
import { startGuardedHome } from './measure/guarded-home.ts'
import { reportRatios } from './measure/report-ratios.ts'
import { runPm2 } from './measure/supervised.ts'

const SWAPS = 20
const CLIENTS = 50
/** Between two swaps, so that each meets a full load. */
const BETWEEN_MS = 300

/** How many requests failed while `swap` was done again and again. */
async function countFailed(name: string, target: LoadTarget, swap: () => Promise<void>): Promise<number> {
  const load = startLoad(target, { clients: CLIENTS, keepAlive: true, writers: 5 })
  for (let round = 0; round < SWAPS; round += 1) {
    await pause(BETWEEN_MS)
    await swap()
  }
  const counts = await load.end()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${name}: ${SWAPS} swaps, ${total} requests: ${JSON.stringify(counts)}`)
  return total - (counts['200'] ?? 0) - (counts['201'] ?? 0)
}

/** A process of its own, so that this one goes on being the clients. */
async function run(program: string, args: readonly string[], env = {}): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}`)
}

async function measureOurs(): Promise<number> {
  using guarded = startGuardedHome()
  const launcher = join(import.meta.dirname, '..', 'cmux')
  return await countFailed('cmux restart', guarded, () => run(launcher, ['restart', '--home', guarded.home]))
}

const TINY = `require('node:http').createServer((_, response) => response.end('{}')).listen(Number(process.argv[2]), '127.0.0.1')`

async function measurePm2(): Promise<number | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
  try {
    const pm2 = bringPm2(folder)
    if (!pm2) return undefined
    const program = join(folder, 'tiny.cjs')
    writeFileSync(program, TINY)
    const port = await freePort()
    runPm2(pm2, ['start', program, '--name', 'tiny', '-i', '2', '--', String(port)])
    try {
      const [node = '', ...first] = pm2.command
      return await countFailed('pm2 reload', { port, owner: '' }, () =>
        run(node, [...first, 'reload', 'tiny'], pm2.env),
      )
    } finally {
      runPm2(pm2, ['kill'])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failed = await measureOurs()
const theirs = await measurePm2()
if (theirs !== undefined) console.log(`failed: cmux ${failed}, pm2 reload ${theirs}`)
reportRatios([{ name: 'failed requests', value: failed, atMost: 0 }])
