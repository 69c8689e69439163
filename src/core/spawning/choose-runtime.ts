// Which runtimes work here, and which one is taken when nobody says: the first real one that is ready, else the demo.
import type { RuntimeOnMachine } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { RuntimeName } from '../../protocol/agents/runtime.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import { chooseDefaultRuntime } from './choose-default-runtime.ts'

type Deps = Pick<AgentDeps, 'runtimes' | 'environment'>

export async function examineRuntimes({ runtimes, environment }: Deps): Promise<RuntimeOnMachine[]> {
  const names = RuntimeName.options
  const found = await Promise.all(
    names.map(async (name) => [name, await runtimes[name].examine(environment)] as const),
  )
  const chosen = chooseDefaultRuntime(Object.fromEntries(found))
  return found.map(([name, state]) => ({
    name,
    ready: state.kind === 'ready',
    detail: state.kind === 'ready' ? `${state.version} (${state.program})` : state.detail,
    hint: state.kind === 'ready' ? '' : state.hint,
    isDefault: name === chosen,
  }))
}

/** The one that was asked for, when it is ready; else the default. */
export async function chooseRuntime(deps: Deps, wanted: RuntimeName | undefined): Promise<RuntimeName> {
  if (wanted === undefined)
    return (await examineRuntimes(deps)).find(({ isDefault }) => isDefault)?.name ?? 'demo'
  const state = await deps.runtimes[wanted].examine(deps.environment)
  if (state.kind !== 'ready')
    throw new CmuxError('RUNTIME_UNAVAILABLE', `${wanted}: ${state.detail}`, { hint: state.hint })
  return wanted
}
