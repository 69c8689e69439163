// Code of a release that is built or rehearsed may be an agent's: it runs in the sandbox, without the real home and the network. Each
// attempt is first seen to succeed outside of it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rehearsal } from '../../../src/protocol/releases/rehearsal.ts'
import { makeGitCheckout, type GitCheckout } from '../../fixtures/git-checkout.ts'
import { PATIENT, startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { plantRelease, putBeforeServer } from '../../fixtures/plant-release.ts'
import { makeProgramPath } from '../../fixtures/program-path.ts'
import {
  allOf,
  composeReachOut,
  listenOnLoopback,
  type Listener,
  type Reachable,
} from '../../fixtures/reach-out.ts'
import { runCommand } from '../../fixtures/run-command.ts'
import { borrowDependencies } from '../../fixtures/shared-dependencies.ts'

let checkout: GitCheckout
let cmux: GuardedCmux
let listener: Listener
let goal: Reachable
let serving: string
let bare: string
beforeAll(async () => {
  checkout = await makeGitCheckout()
  const home = join(checkout.folder, 'home')
  borrowDependencies(home)
  const notices = { channels: { ops: { kind: 'webhook', url: 'https://hooks.example/secret-path' } } }
  cmux = await startGuarded(checkout, 'home', PATIENT, { notices })
  listener = await listenOnLoopback()
  const key = join(checkout.folder, '.ssh', 'id_ed25519')
  mkdirSync(join(key, '..'))
  writeFileSync(key, 'a private key')
  writeFileSync(join(checkout.folder, 'mine'), 'my own\n')
  goal = {
    secrets: {
      token: join(home, 'tokens', 'owner'),
      database: join(home, 'cmux.db'),
      settings: join(home, 'config.json'),
      key,
      checkout: join(checkout.path, 'package.json'),
    },
    foreign: join(checkout.folder, 'mine'),
    pid: process.pid,
    port: listener.port,
  }
  serving = readLedger().current
  const programs = makeProgramPath(join(checkout.folder, 'programs'))
  programs.remove('bwrap')
  bare = programs.folder
})
afterAll(async () => {
  await listener[Symbol.asyncDispose]()
  await cmux[Symbol.asyncDispose]()
  checkout[Symbol.dispose]()
})

function readLedger(): { current: string } {
  return JSON.parse(readFileSync(join(cmux.home, 'watchdog', 'state.json'), 'utf8')) as { current: string }
}

let commits = 0
function commitBuildScript(text: string): string {
  writeFileSync(join(checkout.path, 'scripts', 'build.ts'), `// ${++commits}\n${text}`)
  return checkout.commit('Build otherwise')
}

async function rehearse(id: string): Promise<Rehearsal> {
  return JSON.parse((await cmux.run('release', 'rehearsal', id, '--json')).stdout) as Rehearsal
}

test('[S5] outside of the sandbox, the script reaches everything that it tries', async () => {
  const script = join(checkout.folder, 'reach-out.mjs')
  writeFileSync(script, composeReachOut(goal))
  expect(await runCommand(process.execPath, [script])).toMatchObject({
    code: 7,
    stderr: expect.stringContaining(allOf(goal)) as string,
  })
})

describe('[S5] a commit', () => {
  test.each([
    ['release build', ['release', 'build', 'HEAD']],
    ['restart --from', ['restart', '--from', 'HEAD']],
  ])('that is built by `%s` reaches nothing of the person and of cmux', async (_, words) => {
    commitBuildScript(composeReachOut(goal))
    const { code, stderr } = await cmux.run(...words)
    expect([code, stderr]).toEqual([1, expect.stringContaining('reached: nothing')])
  })

  test('is not built at all where no sandbox works, and the command that mends it is named', async () => {
    commitBuildScript(composeReachOut(goal))
    const words = ['release', 'build', 'HEAD', '--home', cmux.home]
    const { code, stderr } = await checkout.runWith({ PATH: bare }, ...words)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /builds run in a sandbox, and bubblewrap is missing \(CONFINEMENT_REQUIRED\)\nhint: .*install.* bubblewrap/,
      ),
    ])
    expect(stderr).not.toContain('reached')
  })

  test("is built without one only as HEAD of the person's own checkout by `up`, which says so and comes up", async () => {
    checkout.git('reset', '--quiet', '--hard', 'HEAD')
    const small = `import fs from 'node:fs'
const [commit, destination] = process.argv.slice(2)
fs.cpSync('${checkout.programs}', destination, { recursive: true, filter: (path) => !path.includes('.compile-cache') })
const manifest = JSON.parse(fs.readFileSync(destination + '/manifest.json', 'utf8'))
fs.writeFileSync(destination + '/manifest.json', JSON.stringify({ ...manifest, id: commit.slice(0, 12) + '-small', commit, dirty: false }))
`
    const commit = commitBuildScript(small)
    const home = join(checkout.folder, 'own')
    mkdirSync(home, { mode: 0o700 })
    borrowDependencies(home)
    const words = ['up', '--no-open', '--port', '0', '--home', home]
    const started = await checkout.runWith({ PATH: bare }, ...words)
    await checkout.run(home, 'down', '--now')
    expect(started).toMatchObject({ code: 0 })
    expect(started.stderr).toMatch(
      /building the HEAD of your checkout without a sandbox: builds run in a sandbox, and bubblewrap is missing\nfix: .*bubblewrap/,
    )
    expect(started.stdout).toContain('no agent starts: bubblewrap is missing')
    expect(existsSync(join(home, 'releases', `${commit.slice(0, 12)}-small`))).toBe(true)
  })
})

describe('[S5] a release that is rehearsed', () => {
  test('reaches nothing of the person and of what is live', async () => {
    plantRelease(cmux.home, 'reaches-out', serving, (folder) =>
      putBeforeServer(folder, composeReachOut(goal)),
    )
    const { passed, steps } = await rehearse('reaches-out')
    expect([passed, steps.at(-1)]).toMatchObject([false, { check: 'starts' }])
    expect(steps.at(-1)?.detail).toContain('it ended at its start (exit 7): reached: nothing')
  })

  test('has a copy of the data in which no token of the person means anything, and no address of a channel', async () => {
    const database = new DatabaseSync(join(cmux.home, 'cmux.db'), { readOnly: true })
    const hashes = database
      .prepare('select hash from tokens')
      .all()
      .map(({ hash }) => String(hash))
    database.close()
    expect(hashes).toContain(createHash('sha256').update(cmux.owner).digest('hex'))
    const program = `
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
const home = process.argv[process.argv.indexOf('--home') + 1]
const rows = new DatabaseSync(home + '/cmux.db').prepare('select hash from tokens').all()
const known = ${JSON.stringify(hashes)}
const bytes = readFileSync(home + '/cmux.db', 'latin1') + readFileSync(home + '/config.json', 'utf8')
const found = [...known, ${JSON.stringify(cmux.owner)}, 'secret-path'].filter((text) => bytes.includes(text))
const own = readFileSync(home + '/tokens/owner', 'utf8').trim() === ${JSON.stringify(cmux.owner)}
process.stderr.write('rows ' + rows.length + ', found ' + found.length + ', own ' + own + '\\n')
process.exit(7)
`
    plantRelease(cmux.home, 'reads-its-copy', serving, (folder) => putBeforeServer(folder, program))
    const { steps } = await rehearse('reads-its-copy')
    expect(steps.at(-1)?.detail).toContain(`rows ${hashes.length}, found 0, own false`)
  })

  test('that puts a link to the token in its copy is sent no token but its own', async () => {
    const program = `
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
const home = process.argv[process.argv.indexOf('--home') + 1]
const port = Number(process.argv[process.argv.indexOf('--port') + 1])
fs.rmSync(home + '/tokens/owner')
fs.symlinkSync(${JSON.stringify(goal.secrets['token'])}, home + '/tokens/owner')
http.createServer((request, response) => {
  const api = createHash('sha256').update(String(request.headers.authorization)).digest('hex')
  response.end(JSON.stringify({ api, release: { id: 'sets-a-trap' } }))
}).listen(port, '127.0.0.1', () => fs.writeFileSync(home + '/instance.json',
  JSON.stringify({ url: 'http://127.0.0.1:' + port, pid: process.pid, port, startedAt: 'now' })))
`
    plantRelease(cmux.home, 'sets-a-trap', serving, (folder) => putBeforeServer(folder, program))
    const { steps } = await rehearse('sets-a-trap')
    const live = createHash('sha256').update(`Bearer ${cmux.owner}`).digest('hex')
    expect(steps.at(-1)).toMatchObject({
      check: 'health',
      detail: expect.stringMatching(/ is [0-9a-f]{64}$/) as string,
    })
    expect(steps.at(-1)?.detail).not.toContain(live)
  })

  test('is well there when it is well, and the report says so', async () => {
    plantRelease(cmux.home, 'is-well', serving)
    const { passed, steps } = await rehearse('is-well')
    expect(passed).toBe(true)
    expect(steps[0]).toMatchObject({ leg: 'forward', check: 'sandbox', passed: true })
  })

  test('is refused by a server that finds no sandbox', async () => {
    plantRelease(cmux.home, 'has-no-sandbox', serving)
    const program = join(cmux.home, 'releases', serving, 'rehearse.mjs')
    const words = [program, '--home', cmux.home, '--candidate', 'has-no-sandbox']
    // Its input stays open, as that of a server does.
    const run = promisify(execFile)(process.execPath, words, { env: { PATH: bare, HOME: checkout.folder } })
    const failure = run.then(() => ({ code: 0, stdout: '' }))
    const { code, stdout } = await failure.catch(
      (error: unknown) => error as { code: number; stdout: string },
    )
    const { steps } = JSON.parse(stdout) as Rehearsal
    expect([code, steps]).toMatchObject([1, [{ check: 'sandbox', passed: false }]])
    expect(steps[0]?.detail).toContain('rehearsals run in a sandbox, and bubblewrap is missing')
  })
})
