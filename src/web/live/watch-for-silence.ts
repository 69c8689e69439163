// A stream that is silent may be dead: networks forget connections without telling either end. Now and then the history is
// asked how far it is; a stream that does not get there is given up for a fresh one.

export interface SilenceDeps {
  /** The newest number that there is. Rejects when nobody answers. */
  readonly readHead: () => Promise<number>
  /** The newest that the stream has brought; undefined while there is no stream. */
  readonly heard: () => number | undefined
  readonly onSilent: (why: string) => void
}

const LOOK_EVERY_MS = 15_000
/** Longer than an event takes on its way, even on a busy machine. */
const GRACE_MS = 4000

export function watchForSilence({ readHead, heard, onSilent }: SilenceDeps): void {
  const look = async () => {
    if (heard() === undefined) return
    const head = await readHead()
    const before = heard()
    if (before === undefined || before >= head) return
    await new Promise((resolve) => void setTimeout(resolve, GRACE_MS))
    if (heard() === before) onSilent('the stream fell silent')
  }
  setInterval(() => {
    look().catch(() => heard() !== undefined && onSilent('the server does not answer'))
  }, LOOK_EVERY_MS)
}
