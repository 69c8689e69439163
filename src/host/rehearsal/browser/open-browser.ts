// A browser for one look at a release's page: without windows, without anything of the person, and in a sandbox of its own, so that the
// page can reach the server that is rehearsed and nothing else. What it writes is in a folder of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { composeSandbox } from '../../build/compose-sandbox.ts'
import { smallEnvironment } from '../../environment.ts'
import type { Stage } from '../stage.ts'
import { speakDevtools, type Devtools, type DevtoolsEvent } from './devtools.ts'
import { openPageSocket } from './page-socket.ts'

export interface OpenBrowser extends Disposable {
  readonly devtools: Devtools
  /** Its name and version. */
  readonly product: string
}

/**
 * The sandbox around it is ours: Chromium's own needs namespaces, which are denied in there. The other flags keep it from talking to
 * anybody, and from memory that a container may not have.
 */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--remote-debugging-pipe',
]

/** What it writes: removed with the copy, and by the next rehearsal when this one is killed. */
export const browserFolder = (copy: string) => {
  const at = copy.lastIndexOf('-')
  return `${copy.slice(0, at)}.browser${copy.slice(at)}`
}

/** Rejects when the browser does not start. */
export async function openBrowser(
  stage: Stage,
  program: string,
  onEvent: (event: DevtoolsEvent) => void,
): Promise<OpenBrowser> {
  using stack = new DisposableStack()
  const folder = browserFolder(stage.copy)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const words = [program, ...FLAGS, `--user-data-dir=${join(folder, 'data')}`, 'about:blank']
  const command = await compose(stage, folder, words, stack)
  const browser = stack.adopt(startBrowser(command, folder), (child) => void child.kill('SIGKILL'))
  stage.started(browser)
  const [, , , input, output] = browser.stdio
  const pipes = { input: input as Writable, output: output as Readable }
  const devtools = speakDevtools(pipes, onEvent)
  const { product } = await devtools.send('Browser.getVersion')
  const undo = stack.move()
  return { devtools, product: String(product), [Symbol.dispose]: () => undo.dispose() }
}

/** Where the server runs without a sandbox, because a person said so, the browser does too. */
async function compose(
  { sandbox, home }: Stage,
  folder: string,
  words: readonly string[],
  stack: DisposableStack,
): Promise<readonly string[]> {
  if (sandbox.kind === 'bare') return words
  stack.use(await openPageSocket(folder, sandbox.port))
  const programs = import.meta.dirname
  const inside = [process.execPath, join(programs, 'rehearsal-browser.mjs'), String(sandbox.port)] as const
  const place = { folder, command: [...inside, ...words] as const }
  const answer = await composeSandbox(programs, { kind: 'rehearsal', home, place })
  if (answer.kind === 'bare') throw new Error(`it has no sandbox: ${answer.why}`)
  return answer.command
}

function startBrowser([program = '', ...args]: readonly string[], folder: string): ChildProcess {
  const child = spawn(program, args, {
    cwd: folder,
    env: smallEnvironment({ HOME: folder }),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  // One that could not be started closes its pipes, which is all that has to be known.
  child.on('error', () => undefined)
  return child
}
