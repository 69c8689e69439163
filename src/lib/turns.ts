// Work on one thing waits for the work before it; work on different things does not.
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function makeTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const next = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, next)
    try {
      return await next
    } finally {
      if (last.get(key) === next) last.delete(key)
    }
  }
}
