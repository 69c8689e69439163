import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Without it a power cut could leave an empty file, or an old folder, under a name that promises more. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
