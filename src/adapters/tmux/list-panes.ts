// All panes of the server, ours and others', but not the one that only holds the session.
import type { Pane } from '../../core/terminals/terminals.ts'
import type { ControlConnection } from './control-connection.ts'
import { paneListFormat, parsePaneList } from './pane-list.ts'
import { randomMark } from './random-mark.ts'

export async function listPanes({ run }: Pick<ControlConnection, 'run'>): Promise<Pane[]> {
  const mark = randomMark()
  const [answer] = await run([{ words: ['list-panes', '-a', '-F', paneListFormat(mark)] }])
  return parsePaneList(answer?.lines ?? [], mark).map(trustProcess)
}

/** tmux calls a pane dead as soon as its program lets go of the terminal; what counts is the process (A2). */
function trustProcess(pane: Pane): Pane {
  const { end, pid } = pane
  const saysHow = end === null || end.status !== null || end.signal !== null
  return saysHow || !isAlive(pid) ? pane : { ...pane, end: null }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
