// What only the real tmux can do to us: dying, stopping, flooding, losing its socket, and people who attach.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import type { PaneStart } from '../../src/core/terminals/terminals.ts'
import { readStat } from '../fixtures/read-stat.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { exitsWith, prints, waits } from '../fixtures/terminal-programs.ts'
import {
  makeTmuxUnderTest,
  openIn as open,
  OWNER,
  SIZE,
  type TmuxUnderTest,
} from '../fixtures/tmux-under-test.ts'
import { listen, readLines, seePanes } from './terminals-contract.ts'

const shell = (script: string): PaneStart['command'] => ['/bin/sh', '-c', script]

/** Numbered lines that are nothing else. */
const count = (lines: number) => shell(`seq 1 ${lines} | sed 's/.*/line & end/'; exec sleep 1000`)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the tmux server', () => {
  test('[P3] holds nothing of who started it, and outlives its death', async () => {
    await using under = await makeTmuxUnderTest()
    // Descriptor 3 is where a server has the port.
    const held = join(under.folder, 'held')
    using starter = startOpener(under, held)
    const agent = await starter.agentPid
    const server = await under.serverPid()
    expect(listDescriptors(starter.pid)).toContain(held)
    expect(listDescriptors(server)).not.toContain(held)
    expect(listDescriptors(server).filter((target) => starter.pipes().includes(target))).toEqual([])
    expect(readlinkSync(`/proc/${server}/cwd`)).toBe('/')
    expect(readFileSync(`/proc/${server}/environ`, 'utf8')).not.toContain('CMUX_SECRET')
    expect(await under.tmux('show-environment', '-g')).not.toContain('CMUX_SECRET')
    // A session of its own: no signal to that group or terminal reaches it.
    expect(sessionOf(server)).not.toBe(sessionOf(starter.pid))

    process.kill(starter.pid, 'SIGKILL')
    await starter.gone
    expect(await seePanes(under)).toMatchObject([{ pid: agent, owner: OWNER, end: null }])
  })

  test('[P9] whose socket was deleted is not taken for dead, and makes it anew', async () => {
    await using under = await makeTmuxUnderTest()
    const { id, pid } = await open(under, waits.command)
    under.terminals[Symbol.dispose]()
    await rm(under.socketPath)
    using next = under.again()
    expect(await next.observe()).toEqual({ kind: 'unknown', reason: expect.stringContaining('socket') })
    await expect.poll(() => next.observe()).toMatchObject({ kind: 'seen', panes: [{ id, pid }] })
  })

  test('[P9] that died while we were away is known to be gone', async () => {
    await using under = await makeTmuxUnderTest()
    await open(under, waits.command)
    under.terminals[Symbol.dispose]()
    const pid = await under.serverPid()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => canConnect(under.socketPath)).toBe(false)
    using next = under.again()
    await expect.poll(() => next.observe()).toEqual({ kind: 'seen', panes: [] })
  })

  test('whose session somebody ended gets another', async () => {
    await using under = await makeTmuxUnderTest()
    await open(under, waits.command)
    await under.tmux('kill-session', '-t', '=cmux')
    await expect.poll(() => under.terminals.observe()).toEqual({ kind: 'seen', panes: [] })
    const again = await open(under, waits.command)
    expect(await seePanes(under)).toEqual([again])
  })

  test('[P9] that is stopped answers nothing in time, and everything afterwards', async () => {
    await using under = await makeTmuxUnderTest()
    const { id } = await open(under, waits.command)
    under.terminals[Symbol.dispose]()
    const pid = await under.serverPid()
    process.kill(pid, 'SIGSTOP')
    using next = under.again()
    expect(await next.observe()).toEqual({ kind: 'unknown', reason: expect.stringContaining('2000 ms') })
    process.kill(pid, 'SIGCONT')
    await expect
      .poll(() => next.observe(), { timeout: 10_000 })
      .toMatchObject({ kind: 'seen', panes: [{ id }] })
  })
})

describe('a pane', () => {
  test.each([
    ['somebody', '4'],
    ['agt_01hqzzzzzzzzzzzzzzzzzzzzzz', 'four'],
    ['agt_01hqzzzzzzzzzzzzzzzzzzzzzz', ''],
    ['agt_01hqzzzzzzzzzzzzzzzzzzzzzz\n%9', '4'],
    ['agt_01hqzzzzzzzzzzzzzzzzzzzzzz,#{pid}', '4'],
  ])("[A1] with the tags %j and %j is nobody's", async (agent, generation) => {
    await using under = await makeTmuxUnderTest()
    await open(under, waits.command)
    const id = await under.tmux('new-window', '-d', '-P', '-F', '#{pane_id}', 'sleep 1000')
    await under.tmux('set', '-p', '-t', id, '@cmux_agent', agent)
    await under.tmux('set', '-p', '-t', id, '@cmux_generation', generation)
    const panes = await seePanes(under)
    expect(panes.map(({ owner }) => owner)).toEqual([OWNER, null])
  })

  test('[A2] whose program lets go of the terminal is alive as long as the program is', async () => {
    await using under = await makeTmuxUnderTest()
    const { id, pid } = await open(under, shell('trap "" HUP; exec sleep 1000 <&- >&- 2>&-'))
    await expect.poll(() => under.tmux('display-message', '-p', '-t', id, '#{pane_dead}')).toBe('1')
    expect(await seePanes(under)).toMatchObject([{ id, end: null }])
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => seePanes(under)).toMatchObject([{ id, end: { status: null, signal: 9 } }])
  })

  test('[A2] is closed with its program, also one that ignores the hang-up', async () => {
    await using under = await makeTmuxUnderTest()
    const { id, pid } = await open(under, shell('trap "" HUP TERM; echo ready; while :; do sleep 1; done'))
    await expect.poll(() => readLines(under, id)).toContain('ready')
    await under.terminals.close(id)
    expect(await seePanes(under)).toEqual([])
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('[A2] tells of every death, also where tmux misses one', async () => {
    await using under = await makeTmuxUnderTest()
    using news = listen(under.terminals)
    for (let status = 1; status <= 40; status += 1) {
      const { id } = await open(under, exitsWith(status).command)
      let looked = -1
      await vi.waitFor(
        async () => {
          expect(news.heard.length).toBeGreaterThan(looked)
          looked = news.heard.length
          const pane = (await seePanes(under)).find((one) => one.id === id)
          expect(pane?.end).toEqual({ status, signal: null })
        },
        { timeout: 5000, interval: 10 },
      )
    }
  })

  test('keeps its size when somebody with another one attaches', async () => {
    await using under = await makeTmuxUnderTest()
    const { id } = await open(under, waits.command)
    await under.tmux('select-window', '-t', id)
    // `script` gives the client a terminal; its size is 20 by 10.
    const attach = `stty cols 20 rows 10; exec tmux -L ${under.socket} attach`
    const person = runCommand('script', ['-qec', attach, '/dev/null'], {
      env: { ...process.env, TMUX_TMPDIR: under.folder, TMUX: '', TERM: 'xterm' },
    })
    await expect.poll(() => under.tmux('list-clients', '-F', '#{client_width}')).toContain('20')
    expect(await seePanes(under)).toMatchObject([{ id, size: SIZE }])
    const second = await open(under, waits.command)
    expect(second.size).toEqual(SIZE)
    await under.tmux('detach-client', '-s', '=cmux')
    await person
    await expect.poll(() => seePanes(under)).toMatchObject([{ size: SIZE }, { size: SIZE }])
  })

  test('[P7] that shows the end of an answer does not end it', async () => {
    await using under = await makeTmuxUnderTest()
    // Time, number and flag of the next answers, as a program could guess them.
    const guess = shell(
      'now=$(date +%s); for t in $now $((now+1)) $((now+2)); do for n in $(seq 1 600); do echo "%end $t $n 1"; done; done; echo ready; exec sleep 1000',
    )
    const { id } = await open(under, guess)
    await expect.poll(() => readLines(under, id)).toContain('ready')
    const { bytes } = await under.terminals.replay(id, 10_000)
    expect(Buffer.from(bytes).toString().match(/%end/g)).toHaveLength(1800)
    expect(await seePanes(under)).toMatchObject([{ id }])
  })
})

describe('output', () => {
  test('[U2] of 100,000 lines arrives complete and in order', async () => {
    await using under = await makeTmuxUnderTest()
    const seen: string[] = []
    let rest = ''
    using _watch = under.terminals.watch((news) => {
      if (news.kind !== 'output') return
      const lines = (rest + Buffer.from(news.bytes).toString()).split('\r\n')
      rest = lines.pop() ?? ''
      seen.push(...lines)
    })
    await open(under, count(100_000))
    await vi.waitFor(() => expect(seen.at(-1)).toBe('line 100000 end'), { timeout: 30_000 })
    expect(seen.findIndex((line, at) => line !== `line ${at + 1} end`)).toBe(-1)
  })

  test('[U2] is in the replay, whatever happened to the connection meanwhile', async () => {
    await using under = await makeTmuxUnderTest()
    const { id } = await open(under, count(5000))
    // On a busy machine tmux answers on the pipes of a killed client for a while.
    const connectedAgain = Promise.withResolvers<void>()
    using _watch = under.terminals.watch((news) => {
      if (news.kind === 'connected') connectedAgain.resolve()
    })
    for (const pid of (await under.tmux('list-clients', '-F', '#{client_pid}')).split('\n'))
      process.kill(Number(pid), 'SIGKILL')
    await connectedAgain.promise
    await expect.poll(() => under.terminals.capture(id).then(({ lines }) => lines)).toContain('line 5000 end')
    const { bytes } = await under.terminals.replay(id, 10_000)
    const lines =
      Buffer.from(bytes)
        .toString()
        .match(/line \d+ end/g) ?? []
    expect(lines.findIndex((line, at) => line !== `line ${at + 1} end`)).toBe(-1)
    expect(lines).toHaveLength(5000)
  })

  test('[P8] of a flood, with a listener that stalls, does not fill our memory, and no gap is hidden', async () => {
    await using under = await makeTmuxUnderTest()
    let [rest, last, gaps, isTorn] = ['', 0, 0, false]
    using _watch = under.terminals.watch((news) => {
      // A lost connection tells of a gap before the new one says which panes it concerns.
      if (news.kind === 'skipped' || news.kind === 'lost') isTorn = true
      if (news.kind !== 'output') return
      const lines = (rest + Buffer.from(news.bytes).toString()).split('\r\n')
      rest = lines.pop() ?? ''
      // What a told gap has torn apart says nothing; from the line after it on they must be consecutive again.
      if (isTorn && lines.length > 1) {
        last = Number(lines.splice(0, 2)[1])
        isTorn = false
      }
      for (const line of lines) {
        if (!isTorn && Number(line) !== last + 1) gaps += 1
        last = Number(line)
      }
    })
    const { id } = await open(under, shell('exec seq 1 1000000000'))
    await vi.waitFor(() => expect(last).toBeGreaterThan(1000), { timeout: 20_000 })
    const before = process.memoryUsage.rss()
    // The one thread that listens is busy: longer than tmux waits.
    const until = performance.now() + 5000
    while (performance.now() < until);
    const stalledAt = last
    await vi.waitFor(() => expect(last).toBeGreaterThan(stalledAt + 100_000), { timeout: 20_000 })
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(200)
    expect(gaps).toBe(0)
    await under.terminals.close(id)
  })

  test('[P8] that tmux has thrown away is told, and the pane is heard again', async () => {
    await using under = await makeTmuxUnderTest()
    const { id } = await open(under, ['/bin/cat'])
    using news = listen(under.terminals)
    const client = await under.tmux('list-clients', '-F', '#{client_name}')
    expect(await under.tmux('list-clients', '-F', '#{client_flags}')).toMatch(/ignore-size.*pause-after=3/)
    await under.tmux('refresh-client', '-t', client, '-A', `${id}:pause`)
    await vi.waitFor(() => expect(news.heard).toContainEqual({ kind: 'skipped', pane: id }), {
      timeout: 20_000,
    })
    await under.terminals.paste(id, 'again')
    await vi.waitFor(() => expect(news.text(id)).toContain('again'), { timeout: 20_000 })
  })

  test('[U2] of many panes at once is in each replay or above it, never in both or neither', async () => {
    await using under = await makeTmuxUnderTest()
    using news = listen(under.terminals)
    const talk = shell('i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo "line $i end"; done; exec sleep 1000')
    const panes = await Promise.all(Array.from({ length: 6 }, () => open(under, talk)))
    const replays = await Promise.all(
      panes.map(async ({ id }) => ({ id, ...(await under.terminals.replay(id, 1000)) })),
    )
    await vi.waitFor(
      () => {
        for (const { id } of panes) expect(news.text(id)).toContain('line 300 end')
      },
      { timeout: 20_000 },
    )
    for (const { id, bytes, order } of replays) {
      const shown = Buffer.from(bytes).toString().trimEnd() + news.text(id, order)
      const numbers = shown.match(/line \d+/g)?.map((line) => Number(line.slice(5)))
      expect(numbers).toEqual(Array.from({ length: 300 }, (_, line) => line + 1))
    }
  })

  test('of a full-screen program is told as such', async () => {
    await using under = await makeTmuxUnderTest()
    const { id } = await open(
      under,
      shell(
        String.raw`echo before; printf '\033[?1049h\033[2J\033[3;5Hfull\033[?25l\033[?1h\033[?1002h'; exec sleep 1000`,
      ),
    )
    await expect
      .poll(() => under.terminals.capture(id))
      .toMatchObject({ alternate: true, cursor: { visible: false } })
    const { lines, cursor } = await under.terminals.capture(id)
    expect([lines.slice(0, 4), cursor]).toEqual([['', '', '    full', ''], { x: 8, y: 2, visible: false }])
    const shown = Buffer.from((await under.terminals.replay(id, 100)).bytes).toString()
    for (const part of [
      '\u001b[?1049h',
      '    full',
      '\u001b[?1h',
      '\u001b[?1002h',
      '\u001b[3;9H',
      '\u001b[?25l',
    ])
      expect(shown).toContain(part)
  })

  test('is fed back by a replay: an emulator that gets it shows the same', async () => {
    await using under = await makeTmuxUnderTest()
    const rows = [
      'plain',
      '\u001b[44mblue bar\u001b[K\u001b[0m',
      '',
      '\u001b[1;32mbold\u001b[0m 日本 \u001b[7minverse\u001b[0m',
    ]
    const first = await open(
      under,
      prints(...Array.from({ length: 40 }, (_, at) => `old ${at}`), ...rows).command,
    )
    await expect.poll(() => readLines(under, first.id)).toContain('bold 日本 inverse')
    const wanted = await under.terminals.replay(first.id, 1000)
    // tmux itself is the emulator.
    const [program, ...args] = [
      'node',
      '-e',
      'process.stdin.setRawMode(true);console.log("ready");process.stdin.pipe(process.stdout)',
    ]
    const second = await open(under, [program ?? '', ...args])
    await expect.poll(() => readLines(under, second.id)).toContain('ready')
    await under.terminals.type(second.id, wanted.bytes)
    await expect.poll(() => readLines(under, second.id)).toEqual(await readLines(under, first.id))
    const shown = await under.terminals.replay(second.id, 0)
    const screen = (await under.terminals.replay(first.id, 0)).bytes
    expect(Buffer.from(shown.bytes).toString()).toEqual(Buffer.from(screen).toString())
  })
})

function listDescriptors(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      return [] // closed while we looked
    }
  })
}

function sessionOf(pid: number): string | undefined {
  return readStat(pid)[3]
}

/** A process that opens a terminal, with a file as its descriptor 3. */
function startOpener({ socket, memoryFile, folder }: TmuxUnderTest, held: string) {
  const descriptor = openSync(held, 'w')
  const program = fileURLToPath(new URL('../fixtures/open-terminal-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, socket, memoryFile, folder, JSON.stringify(OWNER)], {
    env: { ...process.env, TMUX_TMPDIR: folder, CMUX_SECRET: 'not for tmux' },
    stdio: ['ignore', 'pipe', 'inherit', descriptor],
  })
  closeSync(descriptor)
  const inherited = listDescriptors(process.pid)
  const agentPid = Promise.withResolvers<number>()
  child.stdout?.on('data', (text: Buffer) => agentPid.resolve(Number(text)))
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  return {
    pid: child.pid ?? 0,
    agentPid: agentPid.promise,
    gone,
    /** Its own: what the test runner itself has from its parents is not of interest. */
    pipes: () =>
      listDescriptors(child.pid ?? 0).filter(
        (one) => /^(pipe|socket):/.test(one) && !inherited.includes(one),
      ),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}

function canConnect(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = createConnection(path)
  socket.once('connect', () => {
    socket.destroy()
    resolve(true)
  })
  socket.once('error', () => resolve(false))
  return promise
}
