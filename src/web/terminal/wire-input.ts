// From keys and pastes to an agent's line. A paste goes as a paste: only tmux knows whether the program wants to be told where
// it begins and ends.
import type { TerminalLine } from '../live/terminal-lines.ts'
import { decideKey } from './decide-key.ts'
import type { Emulator } from './make-emulator.ts'
import type { ViewerDeps } from './open-viewer.ts'
import { preparePaste } from './prepare-paste.ts'

export interface InputDeps {
  readonly send: (act: (line: TerminalLine) => boolean) => void
  readonly canType: () => boolean
  readonly onFocus: () => void
}

type Acts = Pick<ViewerDeps, 'box' | 'onFind' | 'onLeave' | 'onCopy'>

export function wireInput(acts: Acts, { xterm }: Emulator, input: InputDeps): () => void {
  const encoder = new TextEncoder()
  xterm.onData((data) => input.send((line) => line.type(encoder.encode(data))))
  xterm.attachCustomKeyEventHandler((event) => {
    const act = decideKey(event, xterm.hasSelection())
    if (act === 'type') return true
    // The browser itself pastes; all else that it would do with these keys is not meant.
    if (act === 'paste') return false
    event.preventDefault()
    if (event.type === 'keydown') ACTS[act](acts)
    return false
  })
  const unheard = new AbortController()
  const options = { capture: true, signal: unheard.signal }
  acts.box.addEventListener(
    'paste',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
      const text = preparePaste(event.clipboardData?.getData('text/plain') ?? '')
      if (text !== '' && input.canType()) input.send((line) => line.paste(text))
    },
    options,
  )
  acts.box.addEventListener('focusin', input.onFocus, options)
  return () => unheard.abort()
}

const ACTS = {
  find: (acts: Acts) => acts.onFind(),
  copy: (acts: Acts) => acts.onCopy(),
  leave: (acts: Acts) => acts.onLeave(),
} as const
