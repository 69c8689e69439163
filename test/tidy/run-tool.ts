// Runs a tool of the repository as a person would, but by its file, so that no shell and no PATH is between.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { REPOSITORY_ROOT } from './repository-root.ts'

// Each tool needs seconds. This ends one that hangs before the limit of the test does, so its output is seen.
const TOOL_LIMIT_MS = 240_000

const TOOLS = {
  types: 'typescript/bin/tsc',
  lint: 'oxlint/bin/oxlint',
  format: 'oxfmt/bin/oxfmt',
  unused: 'knip/bin/knip.js',
} as const

type ToolRun = {
  readonly ok: boolean
  readonly output: string
}

export async function runTool(
  tool: keyof typeof TOOLS,
  options: readonly string[],
  cwd = REPOSITORY_ROOT,
): Promise<ToolRun> {
  const entry = join(REPOSITORY_ROOT, 'node_modules', TOOLS[tool])
  const child = spawn(process.execPath, [entry, ...options], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TOOL_LIMIT_MS,
  })
  const [[code], out, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { ok: code === 0, output: `${out}${errors}`.trim() }
}
