// The programs that `./cmux test real` brought, under the names that a person has them by.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { RuntimeName } from '../../src/protocol/agents/runtime.ts'

/** The sandbox shows this folder, because the programs are in it. */
export const MODULES = join(import.meta.dirname, 'node_modules')
const MACHINE = `${process.platform}-${process.arch}`

/** No script of a package ran, so those that a script would have put in place are called where they are. */
const FILES = {
  claude: `@anthropic-ai/claude-code-${MACHINE}/claude`,
  codex: '@openai/codex/bin/codex.js',
  gemini: '@google/gemini-cli/bundle/gemini.js',
  opencode: `opencode-${MACHINE}/bin/opencode`,
} as const satisfies Partial<Record<RuntimeName, string>>

/** OpenCode's package is for one kind of machine only. */
const hasOpencode = existsSync(join(MODULES, FILES.opencode))

/** Those that are played here. */
export type Played = keyof typeof FILES
const ALL: readonly Played[] = ['claude', 'codex', 'gemini', 'opencode']
export const PRESENT = ALL.filter((name) => name !== 'opencode' || hasOpencode)

/** A folder for the PATH. */
export function linkPrograms(folder: string): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, file] of Object.entries(FILES)) {
    const path = join(MODULES, file)
    if (name === 'opencode' && !hasOpencode) continue
    if (!existsSync(path)) throw new Error(`${name} is not there: run ./cmux test real, which brings it`)
    symlinkSync(path, join(folder, name))
  }
  return folder
}
