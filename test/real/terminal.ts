// A pane of a tmux of the test's own, with exactly the environment that a launch says.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Launch } from '../../src/core/agents/runtime.ts'
import type { Key } from '../../src/core/terminals/terminals.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const run = promisify(execFile)
const COMMAND_LIMIT_MS = 10_000
const PANE = 'agent'

export interface Terminal extends AsyncDisposable {
  screen(): Promise<string[]>
  /** As one bracketed paste; presses no Enter. */
  paste(text: string): Promise<void>
  press(keys: readonly Key[]): Promise<void>
  /** Ends everything in the pane at once, as a machine would. */
  kill(): void
}

export async function openTerminal(launch: Launch, folder: string): Promise<Terminal> {
  const place = makeTempFolder()
  const socket = join(place.path, 'tmux')
  const tmux = async (...args: string[]) => {
    const { stdout } = await run('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      timeout: COMMAND_LIMIT_MS,
    })
    return stdout
  }
  const variables = Object.entries(launch.environment).map(([name, value]) => `${name}=${value}`)
  const size = ['-x', '120', '-y', '40']
  await tmux(
    'new-session',
    '-d',
    '-s',
    PANE,
    ...size,
    '-c',
    folder,
    'env',
    '-i',
    ...variables,
    ...launch.command,
  )
  const pid = Number(await tmux('list-panes', '-t', PANE, '-F', '#{pane_pid}'))
  const kill = () => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error // ended already
    }
  }
  return {
    screen: async () =>
      (await tmux('capture-pane', '-p', '-t', PANE)).split('\n').map((line) => line.trimEnd()),
    paste: async (text) => {
      await tmux('set-buffer', '-b', 'prompt', '--', text)
      await tmux('paste-buffer', '-p', '-d', '-b', 'prompt', '-t', PANE)
    },
    press: async (keys) => {
      for (const key of keys) await tmux('send-keys', '-t', PANE, key)
    },
    kill,
    [Symbol.asyncDispose]: async () => {
      // Closing a pane only asks: twice a Gemini CLI 0.61 with an unsent prompt was found running afterwards.
      kill()
      await tmux('kill-server').catch(() => undefined) // its last pane may have ended it already
      place[Symbol.dispose]()
    },
  }
}
