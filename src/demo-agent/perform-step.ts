// What each command of the script language does, a row each.
import { carryOutWish } from './wish/carry-out-wish.ts'
import type { Command } from './commands.ts'
import { commitAll } from './commit-all.ts'
import { deriveId } from './derive-id.ts'
import { doTask } from './wish/do-task.ts'
import { judgeCommand } from './judge-command.ts'
import type { Step } from './parse-script.ts'
import { proposeChange } from './wish/propose-change.ts'
import { reportProgress } from './wish/report-progress.ts'
import { reportTask } from './wish/report-task.ts'
import { runProgram, type ProgramResult } from './run-program.ts'
import { sendMail } from './send-mail.ts'
import { spawnWorker } from './wish/spawn-worker.ts'
import { splitWords } from './split-words.ts'
import { tendTask } from './wish/tend-task.ts'
import type { Turn } from './turn.ts'
import type { ToolUse } from './use-tool.ts'
import { writeInside } from './write-inside.ts'

/** The turn ends as if the model's API had failed. */
export class TurnFailure extends Error {}

const THINK_MS = 300
const LOOP_MS = 150
const SPIN_MS = 500
const FLOOD_MAX_MB = 1000
const FLOOD_LINE = `${'flood '.repeat(13)}\n`
const FLOOD_LINES_AT_ONCE = 800

const STEPS: Readonly<Record<Command, (turn: Turn, rest: string, step: Step) => unknown>> = {
  say: (turn, rest) => turn.say(rest),
  write: (turn, rest) => writeFile(turn, rest, 'write'),
  append: (turn, rest) => writeFile(turn, rest, 'append'),
  run: (turn, rest) => turn.use({ ...shellTool(rest), act: () => runJudged(turn, splitWords(rest)) }),
  commit: (turn, rest) =>
    turn.use({ ...shellTool(`git commit -m ${JSON.stringify(rest)}`), act: () => commitAll(turn, rest) }),
  task(turn, rest) {
    const [, id = '', state = '', text = ''] = /^(\S+)\s+(\S+)\s*(.*)$/.exec(rest) ?? []
    return reportTask(turn, { id, state, text })
  },
  progress: (turn, rest) => reportProgress(turn, rest),
  send(turn, rest, { key }) {
    const [, to = '', body = ''] = /^(\S+)\s*(.*)$/.exec(rest) ?? []
    return sendMail(turn, { id: deriveId('demo:', `${turn.name}:${key}`), to, body })
  },
  spawn(turn, rest) {
    const [, name = '', task = ''] = /^(\S+)\s*(.*)$/.exec(rest) ?? []
    return spawnWorker(turn, name, task)
  },
  plan: (turn, _, step) => carryOutWish(turn, step),
  work: (turn, rest) => doTask(turn, rest),
  tend: (turn, rest) => tendTask(turn, rest),
  propose: (turn, rest) => proposeChange(turn, rest),
  wait: (turn, rest) => turn.pause(1000 * numberIn(rest, 1)),
  ask: (turn, rest) =>
    turn.use({
      tool: 'Ask',
      input: { question: rest },
      label: `Ask(${rest})`,
      asks: true,
      act: () => ({ output: 'allowed', failure: null }),
    }),
  async think(turn, rest) {
    const [input, output] = splitWords(rest)
    await turn.pause(THINK_MS)
    turn.say('I have thought about it.', { input: numberIn(input, 1000), output: numberIn(output, 200) })
  },
  fail(_, rest) {
    throw new TurnFailure(rest === '' ? 'API Error: 529 Overloaded. Try again in a moment.' : rest)
  },
  async loop(turn, rest) {
    for (let left = numberIn(rest, Infinity); left > 0; left -= 1) {
      await turn.use({ ...shellTool('git status --short'), act: () => ({ output: '', failure: null }) })
      await turn.pause(LOOP_MS)
    }
  },
  async flood(turn, rest) {
    const total = Math.min(numberIn(rest, 10), FLOOD_MAX_MB) * 1024 * 1024
    const piece = FLOOD_LINE.repeat(FLOOD_LINES_AT_ONCE)
    for (let left = total; left > 0; left -= piece.length) {
      turn.print(piece.slice(0, Math.min(left, piece.length)).trimEnd())
      await turn.pause(0)
    }
  },
  'ignore-term'(turn) {
    turn.ignoreTermination()
    turn.say('Only SIGKILL ends me now.')
  },
  async spin(turn) {
    for (let second = 1; ; second += 1) {
      turn.print(`✻ Spinning… (${second}s)`)
      await turn.pause(SPIN_MS)
    }
  },
  hang(turn) {
    turn.print('● hanging')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  crash: (_, rest) => process.exit(numberIn(rest, 1)),
}

export async function performStep(turn: Turn, step: Step): Promise<void> {
  await STEPS[step.command](turn, step.rest.trim(), step)
}

function shellTool(command: string): Omit<ToolUse, 'act'> {
  return { tool: 'Bash', input: { command }, label: `Bash(${command})`, asks: false }
}

function writeFile(turn: Turn, rest: string, how: 'write' | 'append'): Promise<ProgramResult> {
  const [, file = '', raw = ''] = /^(\S+)\s?(.*)$/.exec(rest) ?? []
  const content = `${raw.replaceAll('\\n', '\n')}\n`
  return turn.use({
    tool: how === 'write' ? 'Write' : 'Edit',
    input: { file_path: file, content },
    label: `${how === 'write' ? 'Write' : 'Append'}(${file})`,
    asks: false,
    act: () => ({ output: file, failure: writeInside(turn.folder, file, content, how) ?? null }),
  })
}

async function runJudged(turn: Turn, words: readonly string[]): Promise<ProgramResult> {
  const objection = judgeCommand(words, turn.programs)
  return objection === undefined
    ? runProgram(words, turn.folder, turn.signal)
    : { output: '', failure: objection }
}

function numberIn(text: string | undefined, otherwise: number): number {
  const number = Number(text)
  return text === undefined || text === '' || !(number >= 0) ? otherwise : number
}
