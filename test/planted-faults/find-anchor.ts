// Finds the place of a planted fault by its text alone, so that a moved file or a new line length does not lose it.

export interface SourceText {
  readonly path: string
  readonly text: string
}

/** From `start` to before `end` in the text of `path`. */
export interface AnchorPlace {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** The sources as they are searched: prepared once for all rows. */
export interface SearchedSource extends SourceText {
  readonly squeezed: string
}

export function prepareSource({ path, text }: SourceText): SearchedSource {
  return { path, text, squeezed: squeeze(text).letters }
}

/** Every place at which the anchor stands. */
export function findAnchor(sources: readonly SearchedSource[], anchor: string): AnchorPlace[] {
  const wanted = squeeze(anchor).letters
  if (wanted === '') return []
  return sources.flatMap(({ path, text, squeezed }) =>
    listStarts(squeezed, wanted).map((start) => {
      const { offsets } = squeeze(text)
      const last = offsets[start + wanted.length - 1] ?? 0
      return { path, start: offsets[start] ?? 0, end: last + 1 }
    }),
  )
}

function listStarts(text: string, wanted: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) starts.push(at)
  return starts
}

const SPACE = /\s/
const CLOSING = new Set([')', ']', '}'])

/** Without what a formatter decides: white space, and the comma that it puts before a closing bracket. */
function squeeze(text: string): { readonly letters: string; readonly offsets: readonly number[] } {
  const letters: string[] = []
  const offsets: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (SPACE.test(letter)) continue
    if (CLOSING.has(letter) && letters.at(-1) === ',') {
      letters.pop()
      offsets.pop()
    }
    letters.push(letter)
    offsets.push(at)
  }
  return { letters: letters.join(''), offsets }
}
