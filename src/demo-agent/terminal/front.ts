// The agent's face: the prompt that is typed into, or a dialog that is answered. Text never answers a dialog; only its keys do.
import { CHOICES } from './draw-view.ts'
import type { Input, KeyName } from './key-reader.ts'
import type { Verdict } from '../verdict.ts'
import type { Screen } from './screen.ts'

export interface Front {
  take(input: Input): void
  openDialog(text: string, decide: (verdict: Verdict) => void): void
  closeDialog(): void
  /** Into the line, unless somebody has begun to type there. */
  putBack(prompt: string): void
  redraw(): void
}

export interface FrontDeps {
  readonly screen: Screen
  work(): { readonly working: boolean; readonly waiting: number }
  submit(prompt: string): void
  interrupt(): void
  quit(): void
}

interface Dialog {
  readonly text: string
  readonly choice: number
  decide(verdict: Verdict): void
}

export function makeFront(deps: FrontDeps): Front {
  let draft = ''
  let dialog: Dialog | undefined

  const redraw = () =>
    deps.screen.show(
      dialog
        ? { kind: 'dialog', title: 'Permission needed', text: dialog.text, choice: dialog.choice }
        : { kind: 'prompt', draft, ...deps.work() },
    )

  const choose = (open: Dialog, choice: number) =>
    open.decide(choice === 0 ? { kind: 'allow', reason: '' } : { kind: 'deny', reason: 'the person said no' })

  const takeIntoDialog = (open: Dialog, input: Input) => {
    if (input.kind === 'text') {
      const choice = Number(input.text) - 1
      if (CHOICES[choice] !== undefined) choose(open, choice)
    } else if (input.kind === 'key') {
      if (input.key === 'Enter') choose(open, open.choice)
      else if (input.key === 'Up') dialog = { ...open, choice: 0 }
      else if (input.key === 'Down') dialog = { ...open, choice: CHOICES.length - 1 }
      else if (input.key === 'Escape' || input.key === 'C-c') deps.interrupt()
    }
  }

  const keys: Readonly<Record<KeyName, () => void>> = {
    Enter() {
      const prompt = draft.trim()
      draft = ''
      if (prompt !== '') deps.submit(prompt)
    },
    Escape: () => deps.interrupt(),
    'C-c'() {
      if (deps.work().working) deps.interrupt()
      else draft = ''
    },
    'C-d'() {
      if (draft === '' && !deps.work().working) deps.quit()
    },
    'C-u': () => void (draft = ''),
    BSpace: () => void (draft = draft.replace(/.$/su, '')),
    Up: () => undefined,
    Down: () => undefined,
  }

  return {
    redraw,
    take(input) {
      if (dialog) takeIntoDialog(dialog, input)
      else if (input.kind === 'key') keys[input.key]()
      else draft += input.text
      redraw()
    },
    openDialog(text, decide) {
      dialog = { text, choice: 0, decide }
      redraw()
    },
    putBack(prompt) {
      if (draft === '') draft = prompt
      redraw()
    },
    closeDialog() {
      dialog = undefined
      redraw()
    },
  }
}
