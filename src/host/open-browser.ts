import { spawn } from 'node:child_process'

/** Opens the address in the person's browser; it is printed as well, so a failure is no loss. */
export function openBrowser(url: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(program, [url], { detached: true, stdio: 'ignore' })
  child.once('error', () => undefined)
  child.unref()
}
