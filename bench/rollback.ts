// A release that falls after it leads: how long until the one before it answers again, verified, beside the way of those who
// came before: reset the tree, install, build, start.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startGuardedHome, type GuardedHome } from './measure/guarded-home.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'
import { waitForAnswer } from './measure/time-recovery.ts'

const ROUNDS = 3
const TIMES_FASTER_MIN = 20
const LIMIT_MS = 60_000
const LOOK_EVERY_MS = 5
/** Of guarded homes here: longer than a bad release lives, so that it is still on probation when it falls. */
const SOAK_SEC = 3
const root = join(import.meta.dirname, '..')

/** Well in every rehearsal, and for a second after it leads under a watchdog; then it is gone, and says when. */
const FALLS = `
import './sound-server.mjs'
const fs = process.getBuiltinModule('node:fs')
const home = process.argv[process.argv.indexOf('--home') + 1]
const leads = () => {
  try {
    return JSON.parse(fs.readFileSync(home + '/instance.json', 'utf8')).pid === process.pid
  } catch {
    return false
  }
}
const fall = () => {
  fs.writeFileSync(home + '/fell-at', String(Date.now()))
  process.kill(process.pid, 'SIGKILL')
}
if (process.argv.includes('--door')) {
  const look = setInterval(() => {
    if (!leads()) return
    clearInterval(look)
    setTimeout(fall, 1000)
  }, 20)
}
`

function plantBadRelease({ home }: GuardedHome, good: string, id: string): void {
  // Elsewhere first: releases that the ledger does not name are tidied away when one becomes good.
  const place = join(home, 'planted')
  cpSync(join(home, 'releases', good), place, { recursive: true })
  renameSync(join(place, 'server.mjs'), join(place, 'sound-server.mjs'))
  writeFileSync(join(place, 'server.mjs'), FALLS)
  const path = join(place, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, string> }
  for (const name of ['server.mjs', 'sound-server.mjs'])
    manifest.files[name] = createHash('sha256')
      .update(readFileSync(join(place, name)))
      .digest('hex')
  writeFileSync(path, JSON.stringify({ ...manifest, id }))
  renameSync(place, join(home, 'releases', id))
}

async function waitFor<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadlineMs = performance.now() + LIMIT_MS
  while (performance.now() < deadlineMs) {
    const found = await look()
    if (found !== undefined) return found
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`${what} took longer than ${LIMIT_MS} ms`)
}

async function servingRelease(port: number): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/webhooks/health`)
    if (answer.status !== 200) return undefined
    return ((await answer.json()) as { release: { id: string } }).release.id
  } catch {
    return undefined // cut off by the fall
  }
}

const readLedger = ({ home }: GuardedHome) =>
  JSON.parse(readFileSync(join(home, 'watchdog', 'state.json'), 'utf8')) as {
    current: string
    phase: string
    bad: string[]
  }

async function timeRollback(guarded: GuardedHome, id: string): Promise<number> {
  const { current: good } = await waitFor('the soak', () => {
    const ledger = readLedger(guarded)
    return ledger.phase === 'good' ? ledger : undefined
  })
  plantBadRelease(guarded, good, id)
  const fellAt = join(guarded.home, 'fell-at')
  rmSync(fellAt, { force: true })
  // A process of its own, whose answer is not waited for: the fall can come before it.
  const promote = spawn(join(root, 'cmux'), ['release', 'promote', id, '--home', guarded.home], {
    stdio: 'ignore',
  })
  await waitFor('the fall', () => existsSync(fellAt) || undefined)
  await waitFor('the rollback', async () =>
    (await servingRelease(guarded.port)) === good ? true : undefined,
  )
  const tookMs = Date.now() - Number(readFileSync(fellAt, 'utf8'))
  await waitFor('the verdict', () => readLedger(guarded).bad.includes(id) || undefined)
  if (promote.exitCode === null) await new Promise((resolve) => promote.once('exit', resolve))
  return tookMs
}

async function measureRollback(): Promise<number> {
  using guarded = startGuardedHome({ soakSec: SOAK_SEC })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeRollback(guarded, `bad-${round}`))
  return median(times)
}

/** On a clone of this repository, with npm's cache as warm as it gets. */
async function measurePredecessor(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
  const clone = join(folder, 'clone')
  const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { stdio: 'ignore' })
  try {
    execFileSync('git', ['clone', '-q', root, clone])
    writeFileSync(join(clone, 'src', 'server', 'main.ts'), 'process.exit(1)\n')
    git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-qam', 'Break the server')
    installDependencies(clone, '--prefer-offline')
    const startMs = performance.now()
    git('reset', '-q', '--hard', 'HEAD~1')
    installDependencies(clone, '--offline')
    const build = `await (await import(${JSON.stringify(join(clone, 'scripts', 'bundle.ts'))})).bundle(${JSON.stringify(clone)}, ${JSON.stringify(join(clone, 'dist'))})`
    execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: clone, stdio: 'ignore' })
    const server = spawn(
      process.execPath,
      [join(clone, 'dist', 'server.mjs'), '--home', join(folder, 'home'), '--port', '0'],
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    )
    const url = await new Promise<string>((resolve) =>
      server.once('message', (word) => resolve((word as { url: string }).url)),
    )
    await waitForAnswer(Number(new URL(url).port))
    const tookMs = performance.now() - startMs
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
    return tookMs
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installDependencies(clone: string, mode: '--offline' | '--prefer-offline'): void {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const run = (how: string) => spawnSync('npm', [...args, how], { cwd: clone, stdio: 'ignore' }).status === 0
  if (!run(mode) && !run('--prefer-offline')) throw new Error('npm ci failed')
}

const ours = await measureRollback()
const theirs = await measurePredecessor()
console.log(`rolled back in ${ours.toFixed(0)} ms · reset, npm ci, build, start: ${theirs.toFixed(0)} ms`)
reportRatios([
  { name: 'reset, npm ci, build and start / rollback', value: theirs / ours, atLeast: TIMES_FASTER_MIN },
])
