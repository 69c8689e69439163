// The agent as a whole: a conversation that is told to cmux, prompts that become turns, and the few commands of its own.
import { MODEL, startConversation, type Conversation } from './conversation.ts'
import { makeFront, type Front } from './terminal/front.ts'
import type { Hooks } from './hooks.ts'
import { makePause } from './make-pause.ts'
import { isRepeatable, parseScript, type Step } from './parse-script.ts'
import type { AskCmux } from './ask-cmux.ts'
import { readContext } from './verdict.ts'
import { describeCommands, runTurn } from './run-turn.ts'
import type { Screen } from './terminal/screen.ts'
import type { Turn } from './turn.ts'
import { makeTurns } from './turns.ts'
import { useTool, type ToolDesk } from './use-tool.ts'

export interface SessionDeps {
  readonly name: string
  readonly role: string
  readonly folder: string
  readonly programs: readonly string[]
  readonly pace: number
  /** A prompt that is interrupted before anything was said to it goes back into the line, as with Claude Code. */
  readonly putsBack: boolean
  readonly screen: Screen
  readonly conversation: Conversation
  /** `common` is what every payload says, as of the moment. */
  makeHooks(common: () => Readonly<Record<string, unknown>>): Hooks
  readonly ask: AskCmux
  /** Where a conversation begun by `/clear` is kept. */
  newConversation(): { readonly path: string; readonly sessionId: string }
  ignoreTermination(): void
  leave(status: number): void
}

export interface Session {
  readonly front: Front
  start(source: 'startup' | 'resume'): Promise<void>
  /** Ends the turn, if there is one. */
  interrupt(): void
  /** Tells of the end and leaves. */
  end(reason: string, status: number): Promise<void>
}

/** Of nothing to do, until cmux is told once more that the agent waits. */
const IDLE_NOTICE_MS = 60_000

/** What it says to itself when a kill cut its work short. */
const GO_ON = '/continue'

export function makeSession(deps: SessionDeps): Session {
  const { screen, pace } = deps
  const talk = makeTalk(deps)
  let idle: NodeJS.Timeout | undefined
  const turns = makeTurns({
    changed: () => front.redraw(),
    rested() {
      idle = setTimeout(() => void talk.tellIdle(), IDLE_NOTICE_MS * pace)
    },
    async handle(prompt, signal) {
      clearTimeout(idle)
      screen.print(`❯ ${prompt.replaceAll('\n', '\n  ')}`)
      const command = findCommand(commands, prompt)
      const saidBefore = talk.countAnswers()
      await (command ? command(signal) : talk.takePrompt(prompt, toolDesk, signal))
      if (deps.putsBack && signal.aborted && talk.countAnswers() === saidBefore) front.putBack(prompt)
    },
  })
  let ending = false
  const end = async (reason: string, status: number) => {
    // A terminal that goes away tells so in several ways.
    if (ending) return
    ending = true
    await talk.hooks.tell('SessionEnd', { reason })
    screen.close()
    deps.leave(status)
  }
  const front = makeFront({
    screen,
    work: () => turns.state(),
    submit(prompt) {
      if (!turns.add(prompt)) screen.print('  ⎿ too many prompts wait already; this one was dropped')
    },
    interrupt: () => turns.interrupt(),
    quit: () => void end('prompt_input_exit', 0),
  })
  const toolDesk = { ...talk.desk, openDialog: front.openDialog, closeDialog: front.closeDialog }
  const commands: Commands = {
    '/clear': () => talk.clear(),
    '/compact': (signal, rest) => talk.compact(rest, signal),
    [GO_ON]: async (signal) => {
      const steps = talk.listCutShort()
      if (steps.length > 0) await talk.takePrompt(GO_ON, toolDesk, signal, steps)
      else screen.print('  ⎿ nothing was cut short')
    },
    '/quit': () => end('prompt_input_exit', 0),
    '/help': async () => screen.print(`${describeCommands()}\n  /clear /compact ${GO_ON} /quit`),
  }
  const start = async (source: 'startup' | 'resume') => {
    await talk.begin(source)
    if (talk.listCutShort().length > 0) turns.add(GO_ON)
  }
  return { front, start, interrupt: () => turns.interrupt(), end }
}

type Commands = Readonly<Record<string, (signal: AbortSignal, rest: string) => Promise<void>>>

function findCommand(commands: Commands, prompt: string) {
  const [, word = '', rest = ''] = /^(\/\w+)\s*(.*)$/s.exec(prompt) ?? []
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined
  return command && ((signal: AbortSignal) => command(signal, rest))
}

/** What an earlier start did not come to the end of, as far as it can be done again. */
function findCutShort(conversation: Conversation, role: string): Step[] {
  const prompts = conversation.unfinished()
  return prompts.flatMap(({ text, key }) => parseScript(text, { role, key })).filter(isRepeatable)
}

/** The conversation and what is told of it. `/clear` begins another one. */
function makeTalk(deps: SessionDeps) {
  const { screen, pace } = deps
  let { conversation } = deps
  let promptId: string | undefined
  const hooks = deps.makeHooks(() => ({
    session_id: conversation.sessionId,
    transcript_path: conversation.path,
    cwd: deps.folder,
    ...(promptId !== undefined && { prompt_id: promptId }),
    permission_mode: 'default',
  }))
  const lastAnswer = () => conversation.remembered.findLast(({ who }) => who === 'assistant')?.text ?? ''
  const begin = async (source: string) => {
    const context = readContext(await hooks.tell('SessionStart', { source, model: MODEL }))
    if (context !== undefined) conversation.addNote(context)
  }
  const makeTurn = (desk: ToolDesk, signal: AbortSignal): Turn => ({
    signal,
    name: deps.name,
    role: deps.role,
    folder: deps.folder,
    programs: deps.programs,
    say(text, usage) {
      conversation.addAnswer(text, usage)
      screen.print(`● ${text}`)
    },
    print: (text) => screen.print(text),
    use: (tool) => useTool(desk, tool, signal),
    ask: (call) => deps.ask(call, signal),
    pause: makePause(pace, signal),
    ignoreTermination: () => deps.ignoreTermination(),
  })
  return {
    hooks,
    begin,
    desk: {
      hooks,
      pace,
      print: (text: string) => screen.print(text),
      nextToolId: () => conversation.nextId('tool'),
    },
    countAnswers: () => conversation.remembered.filter(({ who }) => who === 'assistant').length,
    listCutShort: () => findCutShort(conversation, deps.role),
    takePrompt(prompt: string, desk: ToolDesk, signal: AbortSignal, cutShort: readonly Step[] = []) {
      promptId = conversation.nextId('prompt')
      return runTurn({ hooks, conversation, lastAnswer }, makeTurn(desk, signal), prompt, cutShort)
    },
    async tellIdle() {
      const message = 'The demo agent is waiting for your input'
      await hooks.tell('Notification', { message, notification_type: 'idle_prompt' })
    },
    async clear() {
      await hooks.tell('SessionEnd', { reason: 'clear' })
      const { path, sessionId } = deps.newConversation()
      conversation = startConversation(path, sessionId)
      screen.clear()
      await begin('clear')
    },
    async compact(instructions: string, signal: AbortSignal) {
      await hooks.tell('PreCompact', { trigger: 'manual', custom_instructions: instructions }, signal)
      const summary = `${conversation.remembered.length} things were said, the last of them: ${lastAnswer()}`
      conversation.shorten(summary)
      await hooks.tell('PostCompact', { trigger: 'manual', compact_summary: summary }, signal)
      await begin('compact')
      screen.print('  ⎿ compacted')
    },
  }
}
