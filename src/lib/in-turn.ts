/** Calls of `work` that arrive together run one after the other, also after one has failed. */
export function inTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(work, work)
    last = next
    return next
  }
}
