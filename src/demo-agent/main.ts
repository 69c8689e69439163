// The built-in agent: looks and behaves like a coding agent's CLI in a terminal, and does what its prompts say word by word.
// For trying cmux out, and for its tests and measurements; there is no model behind it.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { GATE_WAIT_SEC } from '../hook/gate.ts'
import { parseAddress } from '../hook/parse-address.ts'
import { makeAskCmux } from './ask-cmux.ts'
import { resumeConversation, startConversation, type Conversation } from './conversation.ts'
import { makeHooks } from './hooks.ts'
import { makeKeyReader } from './terminal/key-reader.ts'
import { openScreen, type Screen } from './terminal/screen.ts'
import { makeSession, type Session } from './session.ts'

/** Within it the rest of a key's escape sequence arrives; without it the escape was the key. */
const ESCAPE_MS = 50
const REMEMBERED_SHOWN = 5
/** Signals that mean the end, and the exit status that says so. */
const ENDS = { SIGTERM: 143, SIGHUP: 129 } as const

async function run(): Promise<void> {
  const settings = readArguments()
  const {
    CMUX_URL,
    CMUX_TOKEN_FILE = '',
    CMUX_HOOK_WAIT_SEC,
    CMUX_DEMO_PACE,
    CMUX_DEMO_RUN = '',
  } = process.env
  const address = parseAddress(CMUX_URL)
  if (CMUX_URL !== undefined && !address) refuse('CMUX_URL is not an address on this machine')
  const gateMs = parseNumber(CMUX_HOOK_WAIT_SEC, GATE_WAIT_SEC) * 1000
  const conversation = openConversation(settings)
  const screen = openScreen(process.stdout)
  let ignoring = false
  const session = makeSession({
    name: settings.name,
    role: settings.role,
    folder: process.cwd(),
    programs: CMUX_DEMO_RUN.split(',').filter((name) => name !== ''),
    pace: parseNumber(CMUX_DEMO_PACE, 1),
    putsBack: settings['puts-back'],
    screen,
    conversation,
    makeHooks: (common) => makeHooks({ address, tokenFile: CMUX_TOKEN_FILE, gateMs }, common),
    ask: makeAskCmux({ address, tokenFile: CMUX_TOKEN_FILE }),
    newConversation() {
      const sessionId = crypto.randomUUID()
      return { path: pathOf(settings, sessionId), sessionId }
    },
    ignoreTermination() {
      ignoring = true
      // Also when the terminal is gone, and with it all that it waited for.
      setInterval(() => undefined, 1000)
    },
    leave: (status) => process.exit(status),
  })
  // Before anything is shown: what is typed early is kept by the terminal, and must not be echoed by it.
  process.stdin.setRawMode?.(true)
  greet(screen, settings, conversation)
  await session.start(settings.resume === undefined ? 'startup' : 'resume')
  listen(session, (signal) => {
    if (!ignoring) void session.end('other', ENDS[signal])
  })
  session.front.redraw()
}

type Settings = ReturnType<typeof readArguments>

function readArguments() {
  const options = {
    home: { type: 'string', default: process.cwd() },
    name: { type: 'string', default: 'demo' },
    role: { type: 'string', default: 'worker' },
    session: { type: 'string' },
    resume: { type: 'string' },
    'puts-back': { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function openConversation(settings: Settings): Conversation {
  const { session, resume } = settings
  if (resume === undefined) {
    const sessionId = session ?? crypto.randomUUID()
    return startConversation(pathOf(settings, sessionId), sessionId)
  }
  return (
    resumeConversation(pathOf(settings, resume), resume) ??
    refuse(`there is no conversation ${resume} to go on with`)
  )
}

function pathOf({ home }: Settings, sessionId: string): string {
  if (!/^[\w-]{1,64}$/.test(sessionId)) refuse('a session id has letters, digits and hyphens only')
  return join(home, 'conversations', `${sessionId}.jsonl`)
}

function refuse(reason: string): never {
  process.stderr.write(`demo-agent: ${reason}\n`)
  process.exit(1)
}

function parseNumber(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? '')
  return text !== undefined && text !== '' && number >= 0 ? number : otherwise
}

function greet(screen: Screen, { name, role, resume }: Settings, conversation: Conversation): void {
  screen.print(`demo agent · ${name} · ${role} · session ${conversation.sessionId}`)
  if (resume === undefined) return
  const prompts = conversation.remembered.filter(({ who }) => who === 'user')
  screen.print(`I remember ${prompts.length} prompts, the last of them:`)
  for (const { text } of prompts.slice(-REMEMBERED_SHOWN)) screen.print(`  ❯ ${gistOf(text)}`)
}

/** Of mail, what its sender says. */
function gistOf(prompt: string): string {
  const lines = prompt.split('\n')
  return lines.find((line) => line.startsWith('| '))?.slice(2) ?? lines[0] ?? ''
}

function listen(session: Session, endBy: (signal: keyof typeof ENDS) => void): void {
  const reader = makeKeyReader()
  let settling: NodeJS.Timeout | undefined
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    clearTimeout(settling)
    for (const input of reader.read(text)) session.front.take(input)
    settling = setTimeout(() => {
      for (const input of reader.settle()) session.front.take(input)
    }, ESCAPE_MS)
  })
  // Without a terminal there is nobody to work for, and nowhere to write to.
  process.stdin.on('end', () => endBy('SIGHUP'))
  for (const stream of [process.stdin, process.stdout]) stream.on('error', () => endBy('SIGHUP'))
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => endBy(signal))
  process.on('SIGINT', () => session.interrupt())
  process.stdout.on('resize', () => session.front.redraw())
}

await run()
