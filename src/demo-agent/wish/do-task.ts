// What a demo worker does with a task in plain words: thinks, writes a file about it, commits, and reports. Done again after a
// kill, it writes the same and finds what is committed already.
import { nameFromText } from '../../lib/name-from-text.ts'
import { showControls, splitLines } from '../../lib/quote-lines.ts'
import { commitAll } from '../commit-all.ts'
import { isOpenTask, readTask, type SeenTask } from './read-task.ts'
import { reportTask } from './report-task.ts'
import { runProgram, type ProgramResult } from '../run-program.ts'
import type { Turn } from '../turn.ts'
import { writeInside } from '../write-inside.ts'

const THINK_MS = 2000
const WRITE_MS = 1000

export async function doTask(turn: Turn, id: string): Promise<void> {
  const task = await readTask(turn, id)
  if (!isOpenTask(task) || task.assignee !== turn.name)
    return turn.say(`${task.title} is ${task.state}, and not mine to do.`)
  await reportTask(turn, { id, state: 'working', text: 'I have read it.' })
  await turn.pause(THINK_MS)
  turn.say(`I write a file about it: ${task.title}`)
  const file = `${nameFromText(task.title) ?? `task-${id.slice(-6)}`}.md`
  const written = await writeAbout(turn, task, file)
  await turn.pause(WRITE_MS)
  const kept = written.failure === null ? await keep(turn, task, file) : written
  await reportTask(
    turn,
    kept.failure === null
      ? { id, state: 'completed', text: kept.output }
      : { id, state: 'failed', text: `${file}: ${kept.failure}` },
  )
}

function writeAbout(turn: Turn, { id, title, body }: SeenTask, file: string): Promise<ProgramResult> {
  const words = splitLines(body).map(showControls).join('\n')
  const end = `Written by ${turn.name}, a demo agent without a model, for ${id}.`
  const content = `# ${title}\n\n${words}\n\n${end}\n`
  return turn.use({
    tool: 'Write',
    input: { file_path: file, content },
    label: `Write(${file})`,
    asks: false,
    act: () => ({ output: file, failure: writeInside(turn.folder, file, content, 'write') ?? null }),
  })
}

/** Only in a repository of its own: without one, what is around it is somebody else's. */
async function keep(turn: Turn, { title }: SeenTask, file: string): Promise<ProgramResult> {
  const git = (...args: string[]) => runProgram(['git', ...args], turn.folder, turn.signal)
  const { output, failure } = await git('rev-parse', '--show-prefix')
  if (failure !== null || output !== '') return { output: `I wrote ${file}.`, failure: null }
  const committed = await turn.use({
    tool: 'Bash',
    input: { command: `git commit -m ${JSON.stringify(title)}` },
    label: `Bash(git commit -m ${JSON.stringify(title)})`,
    asks: false,
    async act() {
      const left = await git('status', '--porcelain')
      return left.failure === null && left.output === ''
        ? { output: 'it is committed already', failure: null }
        : commitAll(turn, title)
    },
  })
  if (committed.failure !== null) return committed
  const { output: commit } = await git('rev-parse', '--short', 'HEAD')
  return { output: `I wrote ${file} and committed it as ${commit}.`, failure: null }
}
