// Lets through only what the emulator keeps up with. Beyond a bound what comes is dropped, and once the rest is drawn the whole
// screen is asked for: a flood costs neither memory nor the page's breath, and what stands at its end is true.

export interface FlowDeps {
  write(text: string, onParsed: () => void): void
  /** Asks for the whole screen. */
  refresh(): void
}

export interface Flow {
  /** `onShown` is called once it is drawn, if it is. */
  screen(text: string, onShown: () => void): void
  /** Read only if it is wanted: in a flood most of it is not. */
  data(read: () => string): void
  /** What is shown is not true any more. */
  doubt(): void
  /** Whoever was asked for a screen is gone. */
  lose(): void
  /** Characters that were written and are not drawn. */
  behind(): number
  /** Counts the pieces that were drawn: without progress the emulator is stuck. */
  progress(): number
}

const BEHIND_MAX_CHARS = 512 * 1024
/** Between two pieces the emulator looks at the clock and lets others have their turn. */
const PIECE_CHARS = 4096

export function makeFlow({ write, refresh }: FlowDeps): Flow {
  let behind = 0
  let progress = 0
  let needsScreen = false
  let isAsked = false
  const ask = () => {
    if (behind > 0 || !needsScreen || isAsked) return
    isAsked = true
    refresh()
  }
  const add = (text: string, onShown?: () => void) => {
    for (let at = 0; at < text.length; at += PIECE_CHARS) {
      const piece = text.slice(at, at + PIECE_CHARS)
      behind += piece.length
      write(piece, () => {
        behind -= piece.length
        progress += 1
        if (at + PIECE_CHARS >= text.length) onShown?.()
        ask()
      })
    }
  }
  return {
    screen(text, onShown) {
      isAsked = false
      needsScreen = behind > BEHIND_MAX_CHARS
      if (!needsScreen) add(text, onShown)
    },
    data(read) {
      if (needsScreen) return
      if (behind > BEHIND_MAX_CHARS) needsScreen = true
      else add(read())
    },
    doubt() {
      needsScreen = true
      ask()
    },
    lose() {
      isAsked = false
    },
    behind: () => behind,
    progress: () => progress,
  }
}
