// Checks a whole database in a process of its own, at the lowest priority: it reads the whole file, and nothing of ours may wait for it.
import { statSync } from 'node:fs'
import { runProgram } from './run-program.ts'

export type DatabaseFinding =
  | { readonly kind: 'sound' }
  | { readonly kind: 'damaged'; readonly detail: string }
  /** It was ended before it knew. */
  | { readonly kind: 'not known'; readonly why: string }

/** A slow disk reads more than that in a second; a larger file gets longer. */
const BYTES_A_SECOND = 5 * 1024 ** 2
const LIMIT_MIN_MS = 60_000
/**
 * While the check reads, SQLite can't empty the log, and a start after a crash would have to read all of it. So a check in a busy hour
 * is given up and tried again.
 */
const LOG_MAX_BYTES = 64 * 1024 ** 2
const LOOK_EVERY_MS = 1000

/** SQLite's numbers for a damaged file, and for one that is no database. The thread reads, so that the end of the input can end it. */
const CHECK = `
const { setPriority } = require('node:os')
const { Worker } = require('node:worker_threads')
setPriority(19)
const worker = new Worker(\`
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  try {
    const database = new DatabaseSync(workerData, { readOnly: true, timeout: 5000 })
    const rows = database.prepare('pragma quick_check(5)').all().map((row) => row.quick_check)
    const found = rows.filter((row) => row !== 'ok')
    parentPort.postMessage(found.length === 0 ? { kind: 'sound' } : { kind: 'damaged', detail: found.join('; ') })
  } catch (error) {
    const isDamage = [11, 26].includes(error.errcode & 255)
    parentPort.postMessage(isDamage ? { kind: 'damaged', detail: error.message } : { kind: 'not known', why: error.message })
  }
\`, { eval: true, workerData: process.argv[1] })
worker.once('message', (finding) => process.stdout.write(JSON.stringify(finding), () => process.exit(0)))
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL'))
`

export async function checkDatabase(path: string, signal: AbortSignal): Promise<DatabaseFinding> {
  const tooMuch = new AbortController()
  const leash = AbortSignal.any([signal, tooMuch.signal])
  const look = setInterval(() => {
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
    if ((log?.size ?? 0) > LOG_MAX_BYTES) tooMuch.abort()
  }, LOOK_EVERY_MS)
  try {
    const limitMs = LIMIT_MIN_MS + (statSync(path).size / BYTES_A_SECOND) * 1000
    const args = ['--no-warnings', '--input-type=commonjs', '-e', CHECK, path]
    const { stdout, stderr } = await runProgram(process.execPath, args, limitMs, { env: {}, leash })
    if (stdout !== '') return toOneLine(JSON.parse(stdout) as DatabaseFinding)
    return { kind: 'not known', why: stderr.trim() || 'the check said nothing' }
  } catch (error) {
    const why = tooMuch.signal.aborted ? 'too much was written meanwhile' : String(error)
    return { kind: 'not known', why }
  } finally {
    clearInterval(look)
  }
}

/** SQLite puts a line before what it found. */
function toOneLine(finding: DatabaseFinding): DatabaseFinding {
  return finding.kind === 'damaged' ? { ...finding, detail: finding.detail.replaceAll('\n', ' ') } : finding
}
