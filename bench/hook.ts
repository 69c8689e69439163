// The hook program against a server that answers at once, beside `node -e 0`: agents wait for it at every step they take.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../scripts/bundle.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 40
const RATIO_MAX = 2

const folder = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
const server = createServer(
  (request, response) => void request.resume().once('end', () => response.end('{}')),
)
try {
  await bundle(join(import.meta.dirname, '..'), join(folder, 'dist'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  writeFileSync(join(folder, 'token'), 'token')
  const env = {
    CMUX_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    CMUX_TOKEN_FILE: join(folder, 'token'),
  }
  const time = async (...args: string[]) => {
    const start = performance.now()
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.end('{"session_id":"s"}')
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
    return performance.now() - start
  }
  const bare: number[] = []
  const hook: number[] = []
  // Interleaved, so that the machine's other work falls on both alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await time('-e', '0'))
    hook.push(await time(join(folder, 'dist', 'hook.mjs'), 'claude', 'Stop'))
  }
  process.stdout.write(`node -e 0 ${median(bare).toFixed(1)} ms · hook.mjs ${median(hook).toFixed(1)} ms\n`)
  reportRatios([{ name: 'hook.mjs / node -e 0', value: median(hook) / median(bare), atMost: RATIO_MAX }])
} finally {
  server.close()
  rmSync(folder, { recursive: true, force: true })
}
