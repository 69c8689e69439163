// Starts our tmux server with its options and its session, or adds to one that runs what it lacks. It turns into a daemon of
// its own: it holds no pipe of ours, and outlives us.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { runProgram } from '../process/run-program.ts'
import { MAKE_SESSION, SERVER_OPTIONS } from './server-options.ts'
import type { TmuxProgram } from './tmux-program.ts'

const START_LIMIT_MS = 5000

export async function startServer({ program, args, environment }: TmuxProgram): Promise<void> {
  const words = ['start-server']
  for (const command of [...SERVER_OPTIONS, ...MAKE_SESSION]) words.push(';', ...command)
  const { code, stderr } = await runProgram(program, [...args, ...words], START_LIMIT_MS, {
    env: environment,
    cwd: '/',
  }).catch((error: unknown) => {
    throw new CmuxError('TERMINALS_UNAVAILABLE', "tmux can't be started", { cause: error })
  })
  // Somebody else was faster: that is as good.
  if (code !== 0 && !stderr.includes('duplicate session'))
    throw new CmuxError('TERMINALS_UNAVAILABLE', `tmux can't be started: ${stderr.trim()}`)
}
