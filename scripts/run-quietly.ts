import { spawnSync, type SpawnSyncOptions } from 'node:child_process'

/** Runs a program; its output is shown only when it fails, and on stderr, since stdout belongs to what the user asked for. */
export function runQuietly(program: string, args: readonly string[], options: SpawnSyncOptions): boolean {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status === 0) return true
  process.stderr.write(error ? `${error.message}\n` : `${stdout.toString()}${stderr.toString()}`)
  return false
}
