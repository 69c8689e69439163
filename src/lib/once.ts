/** The first call does the work. Every other call, also one that comes meanwhile, gets what the first one gets. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => (done ??= work())
}
