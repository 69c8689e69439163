// All panes of the server, ours and others', but not the one that only holds the session.
import type { Pane } from '../../core/terminals/terminals.ts'
import type { ControlConnection } from './control-connection.ts'
import { paneListFormat, parsePaneList } from './pane-list.ts'
import { processIdentity } from './process-identity.ts'
import { randomMark } from './random-mark.ts'

export async function listPanes({ run }: Pick<ControlConnection, 'run'>): Promise<Pane[]> {
  const panes = await askForPanes(run)
  if (!panes.some(isUnexplained)) return panes
  // A child that ends quickly can escape tmux 3.3a, and stays a zombie until the next signal.
  const [server] = await run([{ words: ['display-message', '-p', '#{pid}'] }])
  process.kill(Number(server?.lines[0]), 'SIGCHLD')
  return Promise.all((await askForPanes(run)).map(trustProcess))
}

async function askForPanes(run: ControlConnection['run']): Promise<Pane[]> {
  const mark = randomMark()
  const [answer] = await run([{ words: ['list-panes', '-a', '-F', paneListFormat(mark)] }])
  return parsePaneList(answer?.lines ?? [], mark)
}

function isUnexplained({ end }: Pane): boolean {
  return end !== null && end.status === null && end.signal === null
}

/** tmux calls a pane dead as soon as its program lets go of the terminal; what counts is the process (A2). */
async function trustProcess(pane: Pane): Promise<Pane> {
  const isAlive = isUnexplained(pane) && (await processIdentity(pane.pid)) !== undefined
  return isAlive ? { ...pane, end: null } : pane
}
