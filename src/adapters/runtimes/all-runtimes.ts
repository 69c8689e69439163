// Every kind of agent that is a program of somebody else's, by name.
import type { Runtime } from '../../core/agents/runtime.ts'
import { claude } from './claude/claude.ts'
import { codex } from './codex/codex.ts'
import { gemini } from './gemini/gemini.ts'
import { opencode } from './opencode/opencode.ts'
import { shell } from './shell/shell.ts'

export const ALL_RUNTIMES = { claude, codex, gemini, opencode, shell } as const satisfies Record<
  string,
  Runtime
>
