// Turns what a terminal sends into keys, text and pastes. What arrives in pieces is put together; a paste is one thing,
// however many lines it has.

export type KeyName = 'Enter' | 'Escape' | 'BSpace' | 'Up' | 'Down' | 'C-c' | 'C-d' | 'C-u'

export type Input =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'key'; readonly key: KeyName }

export interface KeyReader {
  read(text: string): Input[]
  /** An escape character with nothing after it is the key. Called when nothing came for a moment. */
  settle(): Input[]
}

const PASTE_START = '\x1b[200~'
const PASTE_END = '\x1b[201~'
/** What does not fit is dropped: a paste without an end must not fill the memory. */
const PASTE_MAX_CHARS = 8 * 1024 * 1024

const KEYS: Readonly<Record<string, KeyName>> = {
  '\r': 'Enter',
  '\n': 'Enter',
  '\x7f': 'BSpace',
  '\b': 'BSpace',
  '\x03': 'C-c',
  '\x04': 'C-d',
  '\x15': 'C-u',
  '\x1b[A': 'Up',
  '\x1b[B': 'Down',
  '\x1bOA': 'Up',
  '\x1bOB': 'Down',
}
// oxlint-disable-next-line no-control-regex
const SEQUENCE = /^\x1b(?:\[[\d;?]*[ -/]*[@-~]|O.)/
// oxlint-disable-next-line no-control-regex
const BEGUN_SEQUENCE = /^\x1b(?:\[[\d;?]*[ -/]*|O)?$/
// oxlint-disable-next-line no-control-regex
const PLAIN = /^[^\x00-\x1f\x7f]+/

export function makeKeyReader(): KeyReader {
  let rest = ''
  let pasted: string | undefined

  const readPaste = (): Input | undefined => {
    // The end may have begun in the piece before.
    const end = rest.indexOf(PASTE_END)
    const keep = end < 0 ? Math.max(0, rest.length - PASTE_END.length) : end
    pasted = ((pasted ?? '') + rest.slice(0, keep)).slice(0, PASTE_MAX_CHARS)
    rest = rest.slice(end < 0 ? keep : end + PASTE_END.length)
    if (end < 0) return undefined
    const text = pasted.replace(/\r\n?/g, '\n')
    pasted = undefined
    return { kind: 'paste', text }
  }

  const readNext = (): Input | 'nothing' | undefined => {
    if (pasted !== undefined) return readPaste()
    if (rest === '' || BEGUN_SEQUENCE.test(rest)) return undefined
    if (rest.startsWith(PASTE_START)) {
      rest = rest.slice(PASTE_START.length)
      pasted = ''
      return readPaste()
    }
    const [plain] = PLAIN.exec(rest) ?? []
    const [token = rest[0] ?? ''] = plain === undefined ? (SEQUENCE.exec(rest) ?? []) : [plain]
    rest = rest.slice(token.length)
    if (plain !== undefined) return { kind: 'text', text: plain }
    // An escape before anything but a sequence is the key, and what follows is read for itself.
    const key = token === '\x1b' ? 'Escape' : KEYS[token]
    return key === undefined ? 'nothing' : { kind: 'key', key }
  }

  return {
    read(text) {
      rest += text
      const inputs: Input[] = []
      for (let next = readNext(); next !== undefined; next = readNext())
        if (next !== 'nothing') inputs.push(next)
      return inputs
    },
    settle() {
      // More than the one character is a sequence that is still on its way.
      if (pasted !== undefined || rest !== '\x1b') return []
      rest = ''
      return [{ kind: 'key', key: 'Escape' }]
    },
  }
}
