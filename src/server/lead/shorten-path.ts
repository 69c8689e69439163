// The kernel takes 107 bytes for the address of a socket; a home may be deeper.
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** The descriptor in it stays open as long as the process. */
export function shortenPath(folder: string, name: string): string {
  return openFolder(folder).pathOf(name)
}

export interface OpenFolder extends Disposable {
  /** The short path of a file in it, until the folder is disposed of. */
  pathOf(name: string): string
}

export function openFolder(folder: string): OpenFolder {
  if (process.platform !== 'linux')
    return { pathOf: (name) => join(folder, name), [Symbol.dispose]: () => undefined }
  const descriptor = openSync(folder, 'r')
  return {
    pathOf: (name) => `/proc/self/fd/${descriptor}/${name}`,
    [Symbol.dispose]: () => closeSync(descriptor),
  }
}
