// The log watcher beside `tail -F | grep`: a gigabyte is appended at 50 MB a second, with faults in it. What each of them used of a
// core, whether the watcher's memory stays flat, and whether it missed anything. Run: node bench/logs.ts
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_WORDS } from '../src/protocol/machine/watch-settings.ts'
import type { WatcherCosts } from './measure/log-watcher.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const TOTAL_BYTES = 1e9
const BYTES_A_SECOND = 50e6
const TICK_MS = 20
/** About one in a megabyte. */
const FAULT_EVERY_BYTES = 1e6
const SHARE_OF_CORE_MAX = 0.1
const PEER_RATIO_MAX = 1.5
const MEMORY_RATIO_MAX = 1.25
const DONE_LIMIT_MS = 60_000
const TICKS_A_SECOND = 100

const folder = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
const path = join(folder, 'app.log')
const log = openSync(path, 'a')
try {
  const watcher = fork(join(import.meta.dirname, 'measure', 'log-watcher.ts'), [folder, '*.log'])
  // The first look is over: what comes now is new.
  await once(watcher, 'message')
  const tail = spawn('tail', ['-F', '-q', '-n', '0', path], { stdio: ['ignore', 'pipe', 'ignore'] })
  const words = DEFAULT_WORDS.flatMap((word) => ['-e', word])
  const grep = spawn('grep', ['-F', '--line-buffered', ...words], { stdio: [tail.stdout, 'pipe', 'ignore'] })
  let grepped = 0
  grep.stdout?.on('data', (piece: Buffer) => (grepped += piece.toString('latin1').split('\n').length - 1))

  const { faults, tookSec } = await append(log)
  await until(async () => (await ask<number>(watcher, 'count')) >= faults && grepped >= faults)
  const peerSec = readCpuSec(tail) + readCpuSec(grep)
  const costs = await ask<WatcherCosts>(watcher, 'costs')
  tail.kill()
  grep.kill()

  const bytes = costs.bytes.slice(Math.floor(costs.bytes.length / 4))
  const early = median(bytes.slice(0, 10))
  const late = median(bytes.slice(-10))
  process.stdout.write(
    `${(TOTAL_BYTES / 1e9).toFixed(1)} GB in ${tookSec.toFixed(1)} s, ${faults} faults in it · watcher ${costs.cpuSec.toFixed(2)} s of a core, found ${costs.counted}, ` +
      `${mega(early)} → ${mega(late)} · tail -F | grep ${peerSec.toFixed(2)} s, found ${grepped}\n`,
  )
  reportRatios([
    { name: 'watcher, share of a core', value: costs.cpuSec / tookSec, atMost: SHARE_OF_CORE_MAX },
    {
      name: 'watcher / tail -F | grep, time of a core',
      value: costs.cpuSec / peerSec,
      atMost: PEER_RATIO_MAX,
    },
    { name: 'memory at the end / after a quarter', value: late / early, atMost: MEMORY_RATIO_MAX },
    { name: 'found / written', value: costs.counted / faults, atLeast: 1, atMost: 1 },
  ])
} finally {
  closeSync(log)
  rmSync(folder, { recursive: true, force: true })
}

async function append(file: number): Promise<{ faults: number; tookSec: number }> {
  const piece = composePiece((BYTES_A_SECOND * TICK_MS) / 1000)
  const startMs = performance.now()
  let written = 0
  let faults = 0
  while (written < TOTAL_BYTES) {
    const due = Math.min(TOTAL_BYTES, ((performance.now() - startMs) / 1000) * BYTES_A_SECOND)
    while (written < due) {
      written += writeSync(file, piece)
      if (written >= (faults + 1) * FAULT_EVERY_BYTES) {
        faults += 1
        written += writeSync(
          file,
          `2026-01-02T03:04:05.678Z ERROR request ${faults} of queue ${'abcdefgh'[faults % 8]} failed\n`,
        )
      }
    }
    await pause(TICK_MS)
  }
  return { faults, tookSec: (performance.now() - startMs) / 1000 }
}

/** Lines as a web server writes them. */
function composePiece(bytes: number): Buffer {
  let text = ''
  for (let number = 0; text.length < bytes; number += 1)
    text += `2026-01-02T03:04:05.678Z INFO worker-${number % 7} request id=${((number * 2654435761) >>> 0).toString(16)} path=/api/things/${number} status=200 took=${number % 97}ms agent=Mozilla/5.0\n`
  return Buffer.from(text)
}

async function ask<T>(child: ChildProcess, word: string): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>
  child.send(word)
  return (await answer)[0]
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + DONE_LIMIT_MS
  while (performance.now() < endMs && !(await holds())) await pause(100)
}

function readCpuSec({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

function mega(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
