// Tells when something happens in a folder; whoever listens looks now and then as well, since no system promises it.
import { watch } from 'node:fs'

export function watchFolder(
  path: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): () => void {
  try {
    const watcher = watch(path, { persistent: false }, onChange)
    watcher.on('error', onError)
    return () => watcher.close()
  } catch (error) {
    onError(error)
    return () => undefined
  }
}
