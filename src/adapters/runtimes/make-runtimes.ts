// Every runtime, as the server uses them: an examination runs a program, so its result is remembered for a while.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Runtime } from '../../core/agents/runtime.ts'
import type { Clock } from '../../core/clock.ts'
import type { RuntimeName, RuntimeState } from '../../protocol/agents/runtime.ts'
import { ALL_RUNTIMES } from './all-runtimes.ts'
import { makeDemoRuntime } from './demo/demo-runtime.ts'

/** Short enough that a person who has just installed something need not wonder. */
const REMEMBER_MS = 30_000

export interface RuntimesOptions {
  readonly programs: string
  readonly version: string
  readonly clock: Clock
}

export function makeRuntimes({
  programs,
  version,
  clock,
}: RuntimesOptions): Readonly<Record<RuntimeName, Runtime>> {
  const program = join(programs, 'demo-agent.mjs')
  const { claude, codex, gemini, opencode, shell } = ALL_RUNTIMES
  const demo = makeDemoRuntime({ node: process.execPath, program, version })
  const remember = (runtime: Runtime) => withMemory(runtime, clock)
  return {
    claude: remember(claude),
    codex: remember(codex),
    gemini: remember(gemini),
    opencode: remember(opencode),
    shell,
    demo,
  }
}

function withMemory(runtime: Runtime, clock: Clock): Runtime {
  let known: { readonly state: Promise<RuntimeState>; readonly untilMs: number } | undefined
  return {
    ...runtime,
    async examine(environment) {
      if (known && clock.monotonicMs() < known.untilMs && isWorthKeeping(await known.state))
        return known.state
      known = { state: runtime.examine(environment), untilMs: clock.monotonicMs() + REMEMBER_MS }
      return known.state
    },
  }
}

/** Whether a program is there costs next to nothing to ask; what was installed or deleted just now counts at once. */
function isWorthKeeping(state: RuntimeState): boolean {
  return state.kind === 'ready' ? existsSync(state.program) : state.kind !== 'missing'
}
