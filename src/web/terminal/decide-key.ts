// Which keys are the page's while a terminal is focused. All others, Tab and Escape too, are the agent's.

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** `paste`: the browser's own, which asks nobody for the clipboard. `type`: the agent's. */
export type KeyAct = 'find' | 'copy' | 'paste' | 'leave' | 'type'

interface Row {
  readonly key: string
  readonly modifier: 'ctrl' | 'ctrl or cmd' | 'none'
  readonly shift: boolean | 'either'
  readonly needsSelection?: boolean
  readonly act: KeyAct
}

const ROWS: readonly Row[] = [
  { key: 'f', modifier: 'ctrl or cmd', shift: false, act: 'find' },
  { key: 'c', modifier: 'ctrl or cmd', shift: true, act: 'copy' },
  // Without a selection it is the agent's: it interrupts.
  { key: 'c', modifier: 'ctrl or cmd', shift: false, needsSelection: true, act: 'copy' },
  { key: 'v', modifier: 'ctrl or cmd', shift: 'either', act: 'paste' },
  { key: 'insert', modifier: 'none', shift: true, act: 'paste' },
  { key: 'escape', modifier: 'ctrl', shift: true, act: 'leave' },
  // Windows keeps the other one for itself.
  { key: 'arrowup', modifier: 'ctrl', shift: true, act: 'leave' },
]

export function decideKey(press: KeyPress, hasSelection: boolean): KeyAct {
  if (press.altKey) return 'type'
  const row = ROWS.find((one) => fits(one, press) && (hasSelection || one.needsSelection !== true))
  return row?.act ?? 'type'
}

function fits({ key, modifier, shift }: Row, press: KeyPress): boolean {
  if (press.key.toLowerCase() !== key || (shift !== 'either' && press.shiftKey !== shift)) return false
  if (modifier === 'none') return !press.ctrlKey && !press.metaKey
  return press.ctrlKey !== press.metaKey && (modifier === 'ctrl or cmd' || press.ctrlKey)
}
