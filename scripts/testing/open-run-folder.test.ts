import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { findProcessesOf } from './find-leftovers.ts'

/** A run with a program that outlives it, in a session of its own, and a tmux server. */
const RUN = `
  import { spawn, execFileSync } from 'node:child_process'
  import { mkdirSync } from 'node:fs'
  import { openRunFolder } from '${join(import.meta.dirname, 'open-run-folder.ts')}'
  const run = openRunFolder()
  mkdirSync(run.path + '/home')
  const env = { PATH: process.env.PATH, HOME: run.path + '/home' }
  spawn('sleep', ['600'], { env, detached: true, stdio: 'ignore' }).unref()
  const name = 'cmux-' + run.path.slice(-6)
  execFileSync('tmux', ['-L', name, '-f', '/dev/null', 'new-session', '-d', 'sleep 600'], { env })
  const socket = execFileSync('tmux', ['-L', name, 'display-message', '-p', '#{socket_path}'], { env, encoding: 'utf8' })
  console.log(JSON.stringify({ path: run.path, socket: socket.trim() }))
  process.stdin.once('data', async () => {
    const left = await run.close()
    console.log(JSON.stringify(left.map(({ command }) => command)))
    process.exit()
  })`

async function startRun() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse(String((await lines.next()).value)) as unknown
  const { path, socket } = (await next()) as { path: string; socket: string }
  expect(existsSync(socket)).toBe(true)
  expect(findProcessesOf(path).map(({ command }) => command)).toEqual(
    expect.arrayContaining(['sleep 600', expect.stringMatching(/^tmux/)]),
  )
  const isGone = () => !existsSync(path) && !existsSync(socket) && findProcessesOf(path).length === 0
  return { child, next, isGone }
}

test('[P8] a run that is killed leaves no process, socket or folder behind', async () => {
  const { child, isGone } = await startRun()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await vi.waitFor(() => expect(isGone()).toBe(true), { timeout: 20_000 })
})

test('[P8] a run that ends says which processes its tests had left, and ends them', async () => {
  const { child, next, isGone } = await startRun()
  child.stdin.write('end\n')
  expect(await next()).toEqual(expect.arrayContaining(['sleep 600', expect.stringMatching(/^tmux/)]))
  expect(isGone()).toBe(true)
})
