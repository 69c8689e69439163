// Finds a conversation in the files of its program, with the folder that it was begun in and a process that has it open.
import { open, readdir, readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Conversations } from '../../core/agents/conversations.ts'
import { claudeFolder } from './claude/claude-folder.ts'
import { codexFolder } from './codex/codex-folder.ts'
import { readJsonLine } from './read-json-line.ts'

type Environment = Readonly<Record<string, string>>
type Program = 'claude' | 'codex'

/** The folder stands in one of the first lines. */
const BEGINNING_BYTES = 256 * 1024
/** Before the id stands when it was begun. */
const ROLLOUT = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-/i

export function makeConversations(environment: Environment): Conversations {
  return {
    async find({ runtime, session }) {
      const { root, isOf } = PLACES[runtime](environment, session)
      const names = await readdir(root, { recursive: true }).catch(() => [])
      const name = names.find((path) => isOf(basename(path)))
      if (name === undefined) return undefined
      const file = join(root, name)
      const folder = await readFolder(file)
      return { folder, openIn: await findHolder({ program: runtime, session, file, folder }) }
    },
  }
}

const PLACES = {
  claude: (environment: Environment, session: string) => ({
    root: claudeFolder(environment).transcripts,
    isOf: (name: string) => name === `${session}.jsonl`,
  }),
  codex: (environment: Environment, session: string) => ({
    root: join(codexFolder(environment), 'sessions'),
    isOf: (name: string) => name.replace(ROLLOUT, '') === `${session}.jsonl`,
  }),
} as const satisfies Record<Program, unknown>

async function readFolder(file: string): Promise<string | null> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
  for (const line of buffer.toString('utf8', 0, bytesRead).split('\n')) {
    const { cwd, payload } = Object(readJsonLine(line)) as Row
    const folder = cwd ?? (Object(payload) as Row).cwd
    if (typeof folder === 'string') return folder
  }
  return null
}

interface Row {
  readonly cwd?: unknown
  readonly payload?: unknown
}

interface Sought {
  readonly program: Program
  readonly session: string
  readonly file: string
  readonly folder: string | null
}

/** Claude Code closes the file after each line, so one that runs in the folder and names no other conversation counts as well. */
async function findHolder(sought: Sought): Promise<number | null> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) if (await holds(pid, sought)) return Number(pid)
  return null
}

async function holds(pid: string, { program, session, file, folder }: Sought): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  // A script's own name is the second word, after that of what runs it.
  if (!words.slice(0, 2).some((word) => basename(word).replace(/\.[cm]?js$/, '') === program)) return false
  if (words.includes(session)) return true
  if (await hasOpen(pid, file)) return true
  const isHere = folder !== null && (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
  return isHere && !words.some((word) => ID.test(word))
}

async function hasOpen(pid: string, file: string): Promise<boolean> {
  const fds = `/proc/${pid}/fd`
  for (const fd of await readdir(fds).catch(() => []))
    if ((await readlink(join(fds, fd)).catch(() => '')) === file) return true
  return false
}
