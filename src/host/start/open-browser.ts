import { spawn } from 'node:child_process'

/** Opens an address in the person's browser. Everybody on the machine can read it: it must hold no secret. */
export function openBrowser(url: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(program, [url], { detached: true, stdio: 'ignore' })
  child.once('error', () => undefined)
  child.unref()
}
