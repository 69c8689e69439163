// One turn: a prompt is told, worked through, and its end is told. cmux may take the end for a chance to say more, and then
// the turn goes on.
import type { Conversation } from './conversation.ts'
import type { Hooks } from './hooks.ts'
import { COMMANDS } from './commands.ts'
import { parseScript, type Step } from './parse-script.ts'
import { performStep, TurnFailure } from './perform-step.ts'
import type { Turn } from './turn.ts'
import { readBlock, readContext } from './verdict.ts'

/** As many as Claude Code allows; after that the turn ends whatever cmux says. */
const BLOCKS_MAX = 8

export interface TurnDesk {
  readonly hooks: Hooks
  readonly conversation: Conversation
  lastAnswer(): string
}

/** `cutShort` is what an earlier start did not come to the end of. */
export async function runTurn(
  desk: TurnDesk,
  turn: Turn,
  prompt: string,
  cutShort: readonly Step[] = [],
): Promise<void> {
  const { hooks, conversation } = desk
  const { signal } = turn
  try {
    const taken = await hooks.tell('UserPromptSubmit', { prompt }, signal)
    signal.throwIfAborted()
    const refusal = readBlock(taken)
    if (refusal !== undefined) return turn.print(`  ⎿ the prompt was not taken: ${refusal}`)
    const key = conversation.addPrompt(prompt)
    note(desk, readContext(taken))
    await workUntilFree(desk, turn, prompt, [...cutShort, ...parseScript(prompt, { role: turn.role, key })])
  } catch (error) {
    // An interrupted turn has no end that is told, as with Claude Code.
    if (signal.aborted) {
      // Whoever stopped it does not want it to be gone on with.
      conversation.markDone()
      return turn.print('  ⎿ interrupted')
    }
    const message = error instanceof Error ? error.message : String(error)
    turn.print(`● ${message}`)
    await hooks.tell('StopFailure', {
      error: error instanceof TurnFailure ? 'server_error' : 'unknown',
      last_assistant_message: message,
    })
  }
}

async function workUntilFree(
  desk: TurnDesk,
  turn: Turn,
  prompt: string,
  first: readonly Step[],
): Promise<void> {
  let text = prompt
  let steps = first
  for (let blocks = 0; blocks <= BLOCKS_MAX; blocks += 1) {
    await workThrough(turn, text, steps)
    desk.conversation.markDone()
    const fields = {
      stop_hook_active: blocks > 0,
      last_assistant_message: desk.lastAnswer(),
      background_tasks: [],
    }
    const answer = await desk.hooks.tell('Stop', fields, turn.signal)
    const more = readBlock(answer) ?? readContext(answer)
    if (more === undefined || turn.signal.aborted) return
    text = more
    const key = desk.conversation.addPrompt(`Stop hook feedback:\n${more}`)
    steps = parseScript(more, { role: turn.role, key })
    turn.print(`❯ ${more.replaceAll('\n', '\n  ')}`)
  }
}

async function workThrough(turn: Turn, text: string, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) turn.say(`I read: ${firstLine(text)}\n${describeCommands()}`)
  for (const step of steps) {
    turn.signal.throwIfAborted()
    await performStep(turn, step)
  }
}

function note(desk: TurnDesk, context: string | undefined): void {
  if (context !== undefined) desk.conversation.addNote(context)
}

const FIRST_LINE_MAX_CHARS = 100

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > FIRST_LINE_MAX_CHARS ? `${line.slice(0, FIRST_LINE_MAX_CHARS)}…` : line
}

export function describeCommands(): string {
  const rows = Object.entries(COMMANDS).map(([word, { does }]) => `  ${word} ${does}`)
  return ['I am only a demo. What I can do, a line each:', ...rows].join('\n')
}
