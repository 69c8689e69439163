// How long eight real Claude Codes need until all are back after tmux was killed, against the limit of ten seconds and against one
// that comes back alone. The model is a scripted one on loopback; sandbox, network and settings are the default ones.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { socketName } from '../src/adapters/tmux/tmux-program.ts'
import type { Agent } from '../src/protocol/agents/agent.ts'
import { makeRepository } from '../test/fixtures/git-repository.ts'
import { runCommand } from '../test/fixtures/run-command.ts'
import { makeBuild, startServerProcess, type Build } from '../test/fixtures/start-server-process.ts'
import { makeTempFolder } from '../test/fixtures/temp-folder.ts'
import { linkPrograms } from '../test/real/programs.ts'
import { startScriptedModel } from '../test/real/scripted-model/start-scripted-model.ts'
import { SETTINGS } from '../test/real/settings.ts'
import { reportRatios } from './measure/report-ratios.ts'

const AGENTS = 8
const LIMIT_MS = 10_000
const LOOK_EVERY_MS = 50
/** Only ends what hangs. */
const WAIT_MAX_MS = 180_000

// Whatever account this machine has is none of the bench's business.
for (const name of Object.keys(process.env)) if (/^(ANTHROPIC|CLAUDE)/.test(name)) delete process.env[name]

using build = await makeBuild()
const aloneMs = await measureReturn(build, 1)
const togetherMs = await measureReturn(build, AGENTS)
console.log(
  `back after the death of tmux: one ${aloneMs.toFixed(0)} ms, ${AGENTS} together ${togetherMs.toFixed(0)} ms`,
)
reportRatios([
  { name: `${AGENTS} agents back, against ten seconds`, value: togetherMs / LIMIT_MS, atMost: 1 },
  {
    name: `${AGENTS} agents back, against one after the other`,
    value: togetherMs / (AGENTS * aloneMs),
    atMost: 0.8,
  },
])

/** From the kill of tmux until each agent's program has said that its conversation goes on. */
async function measureReturn(from: Build, count: number): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(makeTempFolder())
  const model = stack.use(await startScriptedModel())
  const person = join(folder.path, 'person')
  const setting = SETTINGS.claude
  for (const [name, text] of Object.entries(setting.files())) {
    await mkdir(dirname(join(person, name)), { recursive: true })
    await writeFile(join(person, name), text)
  }
  const server = stack.use(
    await startServerProcess(from, {
      config: { agents: { confine: { ports: [Number(new URL(model.url).port)] } } },
      env: {
        ...setting.environment(model.url),
        HOME: person,
        PATH: `${linkPrograms(join(folder.path, 'bin'))}:${process.env['PATH'] ?? ''}`,
        TMUX_TMPDIR: folder.path,
      },
    }),
  )
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${server.owner}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const allAre = async (generation: number) => {
    const startMs = performance.now()
    for (;;) {
      const { items } = (await call('GET', '/api/agents')) as { items: Agent[] }
      if (items.every((agent) => agent.generation === generation && agent.status === 'idle')) return
      if (performance.now() - startMs > WAIT_MAX_MS)
        throw new Error(`not back: ${items.map(({ name, status }) => `${name} ${status}`).join(', ')}`)
      await pause(LOOK_EVERY_MS)
    }
  }
  const { path } = makeRepository(join(folder.path, 'shop'))
  await call('POST', '/api/projects', { path })
  for (let number = 0; number < count; number += 1)
    await call('POST', '/api/agents', {
      name: `claude-${number}`,
      runtime: 'claude',
      project: 'shop',
      task: 'play hello',
    })
  await allAre(1)
  const tmux = ['-L', socketName(server.home)]
  const { stdout } = await runCommand('tmux', [...tmux, 'display-message', '-p', '-t', '=cmux:', '#{pid}'], {
    env: { ...process.env, TMUX_TMPDIR: folder.path },
  })
  const startMs = performance.now()
  process.kill(Number(stdout.trim()), 'SIGKILL')
  await allAre(2)
  return performance.now() - startMs
}
