// Recovery while git and npm hang: no step of it may wait for an install, a build or a repository.
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { endServers } from '../../fixtures/end-servers.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { plantRelease, putBeforeServer } from '../../fixtures/plant-release.ts'

const LIMIT = { timeout: 60_000, interval: 100 }
const TOOLS = ['git', 'npm', 'npx']

let cmux: BuiltCmux
let guarded: GuardedCmux
let hang: string
let met: string
beforeAll(async () => {
  cmux = await buildCmux()
  const folder = realpathSync(cmux.folder)
  const bin = join(folder, 'bin')
  ;[hang, met] = [join(folder, 'hang'), join(folder, 'met')]
  mkdirSync(bin)
  for (const tool of TOOLS) {
    const script = [
      '#!/bin/sh',
      `if [ -e ${hang} ]; then echo ${tool} "$@" >> ${met}; fi`,
      `while [ -e ${hang} ]; do sleep 0.1; done`,
      `PATH=\${PATH#*:} exec ${tool} "$@"`,
    ]
    writeFileSync(join(bin, tool), `${script.join('\n')}\n`)
    chmodSync(join(bin, tool), 0o755)
  }
  const env = { PATH: `${bin}:${process.env['PATH']}` }
  guarded = await startGuarded(cmux, 'hanging', { soakSec: 1 }, {}, { env })
  await guarded.family()
})
afterAll(async () => {
  await guarded[Symbol.asyncDispose]()
  cmux[Symbol.dispose]()
})

const readLedger = () =>
  JSON.parse(readFileSync(join(guarded.home, 'watchdog', 'state.json'), 'utf8')) as {
    current: string
    phase: string
    bad: string[]
  }
const readMet = () => (existsSync(met) ? readFileSync(met, 'utf8') : '')
const servedRelease = async () => {
  const reply = await fetch(`http://127.0.0.1:${guarded.port}/api/webhooks/health`)
  const { release } = (await reply.json()) as { release?: { id: string } }
  return reply.status === 200 ? release?.id : undefined
}

test('[H3] a restart and a rollback go through while git and npm hang', async () => {
  await expect.poll(() => readLedger().phase, LIMIT).toBe('good')
  const { current: first } = readLedger()
  const repository = makeRepository(join(realpathSync(cmux.folder), 'repository')).path
  const falls = `
    const { readFileSync } = process.getBuiltinModule('node:fs')
    process.on('message', ({ word }) => {
      if (word !== 'lead') return
      setInterval(() => {
        const ledger = readFileSync(${JSON.stringify(join(guarded.home, 'watchdog', 'state.json'))}, 'utf8')
        if (JSON.parse(ledger).current === 'sick') process.exit(7)
      }, 50)
    })
    await import('./well.mjs')`
  plantRelease(guarded.home, 'sick', first, (folder) => putBeforeServer(folder, falls))
  writeFileSync(hang, '')
  endServers(guarded)
  await expect.poll(servedRelease, LIMIT).toBe(first)
  await guarded.family()
  await guarded.run('release', 'promote', 'sick')
  await expect.poll(() => readLedger().bad, LIMIT).toEqual(['sick'])
  await expect.poll(servedRelease, LIMIT).toBe(first)
  await guarded.family()
  expect(readMet()).toBe('')
  // A call would have been seen.
  const body = { path: repository }
  const asked = ask(guarded, { method: 'POST', path: '/api/projects', token: guarded.owner, body })
  await expect.poll(readMet, LIMIT).toMatch(/^git /)
  rmSync(hang)
  await asked
})
