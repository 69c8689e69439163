// `up` and `down`, whatever is there already: nobody, others, a process that hangs, or one that was killed.
import { existsSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findProcesses } from '../../../src/host/find-processes.ts'
import type { BuiltCmux } from '../../fixtures/built-cmux.ts'
import { failure, openCommandLine, readInstance, type CommandLine } from '../../fixtures/command-line.ts'
import { killAll } from '../../fixtures/kill-all.ts'
import { composeConfine } from '../../fixtures/tun-obstacle.ts'

let line: CommandLine
let cmux: BuiltCmux
beforeAll(async () => {
  line = await openCommandLine()
  cmux = line.cmux
})
afterEach(() => line.downAll())
afterAll(() => line[Symbol.dispose]())

describe('up and down', () => {
  test('[H10] up twice is one server; down ends it; up right after works', async () => {
    const home = await line.upHome('twice')
    const first = readInstance(home)
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('up already'),
    })
    expect(readInstance(home)).toEqual(first)
    expect(await cmux.run(home, 'down')).toEqual({ code: 0, stdout: 'cmux has stopped\n', stderr: '' })
    expect(existsSync(join(home, 'instance.json'))).toBe(false)
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({ code: 0 })
    expect(readInstance(home).port).toBe(first.port)
  })

  test('two first ups at once end with one server that both name', async () => {
    const home = line.newHome('race')
    const both = await Promise.all(
      [1, 2].map(() => cmux.run(home, 'up', '--no-open', '--port', '0', '--json')),
    )
    expect(both.map((run) => [run.code, run.stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    const [one, other] = both.map((run) => (JSON.parse(run.stdout) as { pid: number }).pid)
    expect(one).toBe(other)
  })

  test('[H10] a hung server is killed after its grace, and seen gone', async () => {
    const home = await line.upHome('hung')
    const { pid } = readInstance(home)
    process.kill(pid, 'SIGSTOP')
    const down = await cmux.run(home, 'down', '--json')
    expect((JSON.parse(down.stdout) as { stopped: number[] }).stopped).toContain(pid)
    expect(findProcesses(home)).toEqual([])
  })

  test('[P1] after kill -9 of every process, up starts again with everything it had', async () => {
    const home = await line.upHome('killed')
    const { stdout } = await cmux.run(home, 'token', 'create', '--role', 'observer', '--json')
    await killAll(home)
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({ code: 0, stderr: '' })
    const listed = JSON.parse((await cmux.run(home, 'token', 'list', '--json')).stdout) as { id: string }[]
    expect(listed.map((token) => token.id)).toContain((JSON.parse(stdout) as { id: string }).id)
  })

  describe('after kill -9 of every process', () => {
    let home: string
    beforeAll(async () => {
      // Deeper than the address of a socket in it could be.
      home = join(cmux.folder, 'revived', 'deep-'.repeat(30))
      mkdirSync(home, { recursive: true, mode: 0o700 })
      // Doctor finds fault with agents that can't have the network which they are to have.
      writeFileSync(join(home, 'config.json'), JSON.stringify({ agents: { confine: composeConfine({}) } }))
      await cmux.run(home, 'up', '--no-open', '--port', '0')
    })
    afterAll(() => cmux.run(home, 'down', '--now'))

    test.each([['status'], ['open', '--no-open'], ['token', 'list'], ['release', 'list'], ['restart']])(
      '[H6] %s brings them back on the same port',
      async (...verb) => {
        const { port } = readInstance(home)
        await killAll(home)
        expect(await cmux.run(home, ...verb)).toMatchObject({
          code: 0,
          stderr: `cmux: all processes of ${home} had exited and were restarted\n`,
        })
        expect(await cmux.run(home, ...verb)).toMatchObject({ code: 0, stderr: '' })
        expect(readInstance(home).port).toBe(port)
      },
    )

    test.each([[['logs']], [['doctor']], [['backup', 'list']], [['down']]])(
      '[H6] %s looks or stops, and starts nothing',
      async (verb) => {
        await killAll(home)
        expect(await cmux.run(home, ...verb)).toMatchObject({ code: 0, stderr: '' })
        expect(findProcesses(home)).toEqual([])
      },
    )
  })

  test('[H10] what was stopped on purpose stays down', async () => {
    const home = await line.upHome('stopped')
    expect(await cmux.run(home, 'down')).toMatchObject({ code: 0 })
    expect(await cmux.run(home, 'status')).toMatchObject({ code: 3, stderr: failure('NOT_RUNNING') })
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({ code: 0 })
    await killAll(home)
    expect(await cmux.run(home, 'down')).toMatchObject({ code: 0 })
    expect(await cmux.run(home, 'status')).toMatchObject({ code: 3, stderr: failure('NOT_RUNNING') })
  })

  test('[H11] a port that is taken is an error that names its holder', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as { port: number }
    const result = await cmux.run(line.newHome('taken'), 'up', '--port', String(port))
    holder.close()
    expect(result).toMatchObject({ code: 1, stderr: failure('PORT_TAKEN') })
    expect(result.stderr).toContain(`port ${port} is taken by process ${process.pid} (`)
  })

  test('[X1] a wrong setting stops the start and is named', async () => {
    const home = line.newHome('misconfigured')
    mkdirSync(home, { mode: 0o700 })
    writeFileSync(join(home, 'config.json'), '{"limits":{"streams":"many"}}')
    const result = await cmux.run(home, 'up')
    expect(result).toMatchObject({ code: 1, stderr: failure('CONFIG_INVALID') })
    expect(result.stderr).toContain('limits.streams')
    expect(await cmux.run(home, 'doctor')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('limits.streams'),
    })
  })

  test('[H8] a home that cannot be used is named', async () => {
    const file = join(cmux.folder, 'a-file')
    writeFileSync(file, '')
    expect(await cmux.run(file, 'up')).toMatchObject({ code: 1, stderr: failure('HOME_UNUSABLE') })
  })

  test('[P7] the home and what is in it are for its owner only', async () => {
    const home = await line.upHome('private')
    const modes = ['', 'tokens', 'tokens/owner', 'cmux.db', 'logs/server.log', 'config.json'].map((name) => [
      name,
      (statSync(join(home, name)).mode & 0o077).toString(8),
    ])
    expect(modes.filter(([, others]) => others !== '0')).toEqual([])
  })
})
