// One terminal on the page: an emulator in a box, and the agent's line on the stream. Only what a person typed or pasted goes
// back; the size too, as the last who looks at it wants it.
import type { AgentName } from '../../protocol/ids.ts'
import type { TerminalLine, TerminalLines, TerminalSize } from '../live/terminal-lines.ts'
import { makeFlow, type Flow } from './flow.ts'
import { makeEmulator, type Emulator } from './make-emulator.ts'
import { makeReceiver } from './make-receiver.ts'
import { OPENING, type Seen } from './seen.ts'
import { wireInput } from './wire-input.ts'

export interface ViewerDeps {
  readonly box: HTMLElement
  readonly agent: AgentName
  readonly lines: Pick<TerminalLines, 'open'>
  readonly onSeen: (seen: Seen) => void
  readonly onFind: () => void
  readonly onLeave: () => void
  readonly onCopy: () => void
  /** It draws nothing any more: another one must take its place. */
  readonly onStuck: () => void
}

export interface Viewer {
  readonly emulator: Emulator
  /** Undefined until the page knows its role: keys go to the server then, which refuses them where it must. */
  setCanType(canType: boolean | undefined): void
  /** Its program was started anew, in a terminal that knows nothing of this box. */
  claimSize(): void
  /** Something happened to the agent: where there was no terminal there may be one. */
  tryAgain(): void
  close(): void
}

const WITHOUT_SCREEN: ReadonlySet<string> = new Set(['refused', 'closed'])
const FIRST_SIZE: TerminalSize = { cols: 80, rows: 24 }
const SIZE_MAX = 1000
/** A box that is being dragged has many sizes; the agent's program should not draw itself for each. */
const SIZE_SETTLES_MS = 150
const LOOK_FOR_STUCK_MS = 3000

export function openViewer(deps: ViewerDeps): Viewer {
  const state: { seen: Seen; canType: boolean | undefined } = { seen: OPENING, canType: undefined }
  const change = (part: Partial<Seen>) => {
    state.seen = { ...state.seen, ...part }
    deps.onSeen(state.seen)
  }
  const emulator = makeEmulator(deps.box, `terminal of ${deps.agent}`, () => flow.doubt())
  const { xterm } = emulator
  const flow: Flow = makeFlow({
    write: (text, onParsed) => xterm.write(text, onParsed),
    refresh: () => line.refresh(),
  })
  const receiver = makeReceiver(xterm, flow, change)
  const line: TerminalLine = deps.lines.open(deps.agent, fitting(emulator) ?? FIRST_SIZE, receiver)
  const claimSize = (isNew = false) => {
    const size = fitting(emulator)
    const isOther = isNew || size?.cols !== xterm.cols || size.rows !== xterm.rows
    if (size && isOther && state.canType === true && state.seen.phase.kind === 'live') line.resize(size)
  }
  const unwire = wireInput(deps, emulator, {
    send(act) {
      const isSent = act(line)
      if (isSent) receiver.typed()
      const unsent = isSent ? 'none' : 'some'
      if (unsent !== state.seen.unsent) change({ unsent })
    },
    canType: () => state.canType !== false,
    onFocus: () => claimSize(),
  })
  const unwatchBox = watchBox(deps.box, () => claimSize())
  const unwatchFlow = watchFlow(flow, deps.onStuck)
  return {
    emulator,
    setCanType(canType) {
      state.canType = canType
      xterm.options.disableStdin = canType === false
    },
    claimSize: () => claimSize(true),
    tryAgain() {
      if (WITHOUT_SCREEN.has(state.seen.phase.kind)) line.refresh()
    },
    close() {
      for (const end of [unwatchFlow, unwatchBox, unwire]) end()
      line.close()
      xterm.dispose()
    },
  }
}

/** Undefined while the box is not seen. */
function fitting({ fit }: Emulator): TerminalSize | undefined {
  const size = fit.proposeDimensions()
  if (!size || !(size.cols > 2) || !(size.rows > 1)) return undefined
  return { cols: Math.min(size.cols, SIZE_MAX), rows: Math.min(size.rows, SIZE_MAX) }
}

/** Calls back when the box has another size. A browser also reports the size at the start and when a scroll bar appears. */
function watchBox(box: HTMLElement, onSize: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const measure = () => `${box.offsetWidth} ${box.offsetHeight}`
  let settled = measure()
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (measure() === settled) return
      settled = measure()
      onSize()
    }, SIZE_SETTLES_MS)
  })
  observer.observe(box)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

/** A fault in the emulator ends its reading for good, and it tells nobody. */
function watchFlow(flow: Flow, onStuck: () => void): () => void {
  let before = -1
  const timer = setInterval(() => {
    const now = flow.progress()
    if (flow.behind() > 0 && now === before) onStuck()
    before = now
  }, LOOK_FOR_STUCK_MS)
  return () => clearInterval(timer)
}
