// Runs one of the checkout's own scripts: tests and benches are part of the source, not of what is installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'

export async function runInCheckout(
  checkout: string | undefined,
  script: string,
  args: readonly string[],
): Promise<number> {
  const path = checkout && join(checkout, 'scripts', script)
  if (!path || !existsSync(path))
    throw new CmuxError('USAGE', 'this works from a checkout of cmux only', {
      hint: 'run ./cmux in a clone of it',
    })
  const child = spawn(process.execPath, [path, ...args], { cwd: checkout, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
