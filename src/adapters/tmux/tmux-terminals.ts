// Terminals in tmux: one control-mode connection for everything, kept alive; panes by their ids, owners as tags on them.
import { stat } from 'node:fs/promises'
import type { Clock } from '../../core/clock.ts'
import type { PaneSight, PaneStart, Terminals } from '../../core/terminals/terminals.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { captureCommands, readLook } from './capture-commands.ts'
import { closePane } from './close-pane.ts'
import type { CommandQueue } from './command-queue.ts'
import { composeScreen } from './compose-screen.ts'
import type { ControlConnection } from './control-connection.ts'
import { ifAlive, refuseEnded } from './if-alive.ts'
import { listPanes } from './list-panes.ts'
import { makeNewsDesk, type NewsDesk } from './news-desk.ts'
import { openCommands } from './open-commands.ts'
import { pasteText } from './paste-text.ts'
import { randomMark } from './random-mark.ts'
import { boundScrollback, replayPane } from './replay-pane.ts'
import { resizePane } from './resize-pane.ts'
import { makeServerMemory } from './server-memory.ts'
import { makeTmuxLink, type TmuxLink } from './tmux-link.ts'
import type { TmuxProgram } from './tmux-program.ts'
import { typeBytes } from './type-bytes.ts'

export interface TmuxTerminalsOptions {
  readonly tmux: TmuxProgram
  readonly clock: Clock
  /** Where we keep which process the tmux server is. */
  readonly memoryFile: string
}

export function makeTmuxTerminals({ tmux, clock, memoryFile }: TmuxTerminalsOptions): Terminals & Disposable {
  const desk = makeNewsDesk((pane) => {
    // If that fails the connection is lost, and a new one begins unpaused.
    run([{ words: ['refresh-client', '-A', `${pane}:continue`] }]).catch(() => undefined)
  })
  const link = makeTmuxLink({
    tmux,
    clock,
    memory: makeServerMemory(memoryFile),
    hear: desk.hear,
    order: () => desk.order(),
    onConnected: (connection) => void announce(connection, desk),
    onLost: (reason) => desk.tell({ kind: 'lost', reason }),
  })
  const run = runThrough(link)
  const observe = () => observeThrough(link, desk)

  return {
    observe,
    open: async (start) => openThrough(link, start),
    capture: async (pane, scrollbackLines = 0) =>
      composeScreen(readLook(await run(captureCommands(pane, boundScrollback(scrollbackLines), false)))),
    replay: (pane, scrollbackLines) => replayPane(run, desk, pane, scrollbackLines),
    paste: (pane, text) => pasteText(run, pane, text),
    async press(pane, keys) {
      if (keys.length > 0) refuseEnded(pane, await run(ifAlive(pane, [['send-keys', '-t', pane, ...keys]])))
    },
    type: (pane, bytes) => typeBytes(run, pane, bytes),
    async resize(pane, size) {
      // Whoever else looks at it still has rows of the old width.
      if (await resizePane(run, pane, size)) desk.tell({ kind: 'skipped', pane })
    },
    async close(pane) {
      const sight = await observe()
      if (sight.kind === 'unknown') throw new CmuxError('TERMINALS_UNAVAILABLE', sight.reason)
      const found = sight.panes.find(({ id }) => id === pane)
      if (found) await closePane(run, found, clock)
    },
    // Connects to nothing: a cmux without agents leaves tmux alone. The first look or start does.
    watch: (listener) => desk.watch(listener),
    [Symbol.dispose]: () => link[Symbol.dispose](),
  }
}

function runThrough(link: TmuxLink): CommandQueue['run'] {
  return async (commands, limitMs) => {
    const found = await link.reach()
    if (found.kind === 'connected') return found.connection.run(commands, limitMs)
    if (found.kind === 'none') throw new CmuxError('TERMINAL_GONE', 'no tmux of ours runs')
    throw new CmuxError('TERMINALS_UNAVAILABLE', found.reason)
  }
}

/** Nobody knows what the panes said before a connection was there. */
async function announce(connection: ControlConnection, desk: NewsDesk): Promise<void> {
  desk.tell({ kind: 'connected' })
  // If that fails the connection is lost, and the next one tells.
  const panes = await listPanes(connection).catch(() => [])
  for (const { id } of panes) desk.tell({ kind: 'skipped', pane: id })
  desk.tell({ kind: 'changed' })
}

async function openThrough(link: TmuxLink, start: PaneStart) {
  await refuseMissingFolder(start)
  const connection = await link.ensure()
  const answers = await connection.run(openCommands(start, `cmux_new_${randomMark()}`))
  const id = answers.find(({ lines }) => lines.length > 0)?.lines[0]
  const pane = (await listPanes(connection)).find((one) => one.id === id)
  if (!pane) throw new CmuxError('TERMINAL_GONE', 'the new terminal was closed at once')
  return pane
}

/** tmux would start the program elsewhere, without a word. */
async function refuseMissingFolder({ folder }: PaneStart): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new CmuxError('TERMINAL_REFUSED', `there is no folder ${folder}`)
}

async function observeThrough(link: TmuxLink, desk: NewsDesk): Promise<PaneSight> {
  const found = await link.reach()
  if (found.kind === 'none') return { kind: 'seen', panes: [] }
  if (found.kind === 'unknown') return found
  try {
    const panes = await listPanes(found.connection)
    desk.keepOnly(new Set(panes.map(({ id }) => id)))
    return { kind: 'seen', panes }
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}
