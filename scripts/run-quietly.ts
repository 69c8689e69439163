import { spawnSync } from 'node:child_process'

/** Runs a program; its output is shown only when it fails, and on stderr, since stdout belongs to what the user asked for. */
export function runQuietly(program: string, args: readonly string[], cwd: string): boolean {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status === 0) return true
  process.stderr.write(error ? `${error.message}\n` : Buffer.concat([stdout, stderr]))
  return false
}
