// The browser of this machine, by the names under which Chromium and Chrome are installed. The variant without windows comes first:
// it needs half the processor time.
import { join } from 'node:path'
import { isProgram } from '../../is-program.ts'

export const BROWSER_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
] as const

export function findBrowser(searchPath: string): string | undefined {
  const folders = searchPath.split(':').filter((folder) => folder.startsWith('/'))
  return BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}
