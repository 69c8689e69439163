import type { RuntimeName, RuntimeState } from '../../protocol/agents/runtime.ts'

/** Real agents, the one that was proved most first. A shell is no agent unless somebody says so. */
const PREFERRED = ['claude', 'codex', 'gemini', 'opencode'] as const satisfies readonly RuntimeName[]

/** What an agent runs on when nobody says: the first real one that is ready, else the demo. */
export function chooseDefaultRuntime(
  states: Readonly<Partial<Record<RuntimeName, RuntimeState>>>,
): RuntimeName {
  return PREFERRED.find((name) => states[name]?.kind === 'ready') ?? 'demo'
}
