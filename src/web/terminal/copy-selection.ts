// Puts what is selected in a terminal into the clipboard, and says what came of it.
import type { Terminal } from '@xterm/xterm'
import type { Said } from '../ui/toast-provider.tsx'

export async function copySelection(xterm: Terminal): Promise<Said> {
  const text = xterm.getSelection()
  if (text === '')
    return { tone: 'quiet', title: 'Nothing is selected.', detail: 'Drag over the text first.' }
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return {
      tone: 'bad',
      title: 'The browser blocked copying.',
      detail: 'Allow clipboard access for this page.',
    }
  }
  // So that the next Ctrl-C is the agent's again.
  xterm.clearSelection()
  return { tone: 'well', title: 'Copied.' }
}
