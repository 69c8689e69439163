// Lets things through a few times a second, all that came meanwhile at once: a page that draws for every one of a thousand
// events would show none of them.

export interface Gate<T> {
  pass(item: T): void
  flush(): void
}

const OPENS_EVERY_MS = 60

export function makeGate<T>(onItems: (items: readonly T[]) => void): Gate<T> {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    onItems(items)
  }
  return {
    pass(item) {
      waiting.push(item)
      // Not an animation frame: in a tab that nobody looks at there are none.
      timer ??= setTimeout(flush, OPENS_EVERY_MS)
    },
    flush,
  }
}
