// What an agent's hook tells goes through the steps of `hook-steps.ts`, in one transaction with its events and once per request:
// a repeat after a lost answer gets the first answer again.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { HookCall } from '../agents/hook-call.ts'
import type { HookAnswer } from '../agents/runtime.ts'
import type { StoreWriter } from '../store.ts'
import { HOOK_STEPS, type HookDeps } from './hook-steps.ts'
import type { HookPass } from './hook-pass.ts'

export type HookOutcome =
  | { readonly kind: 'answer'; readonly answer: HookAnswer }
  /** A person has to decide first: the program asks again. */
  | { readonly kind: 'wait'; readonly approval: ApprovalId }

export async function hearHook(
  deps: HookDeps & Pick<AgentDeps, 'store'>,
  call: HookCall,
  by: Principal,
): Promise<HookOutcome> {
  const name = by.agent
  if (name === null) throw new CmuxError('FORBIDDEN', 'hooks speak with an agent’s token')
  // Two agents may choose the same number.
  const request = call.request === null ? null : `${name} ${call.request}`
  return deps.store.write(async (writer) => {
    const known = request === null ? undefined : await writer.agents.hookAnswer(request)
    if (known !== undefined) return { kind: 'answer', answer: JSON.parse(known) as HookAnswer }
    const record = await writer.agents.byName(name)
    if (!record) throw new CmuxError('NOT_FOUND', `there is no agent ${name}`)
    if (record.runtime !== call.runtime) throw notItsRuntime(record, call.runtime)
    const told = deps.runtimes[record.runtime].readHook(call.event, call.payload)
    const at = timestampFromMs(deps.clock.nowMs())
    const pass = await takeSteps(deps, writer, { call, by, at, request, told, record, news: told })
    if (pass.waitsFor !== undefined) return { kind: 'wait', approval: pass.waitsFor }
    const answer = pass.answer ?? {}
    if (request !== null) await writer.agents.keepHookAnswer(request, JSON.stringify(answer), at)
    return { kind: 'answer', answer }
  })
}

async function takeSteps(deps: HookDeps, writer: StoreWriter, begun: HookPass): Promise<HookPass> {
  let pass = begun
  for (const { run, unlessAnswered = false } of HOOK_STEPS) {
    if (unlessAnswered && pass.answer !== undefined) continue
    pass = changed(pass, await run(deps, writer, pass))
    // Nothing of what the hook told is true yet.
    if (pass.waitsFor !== undefined) return pass
  }
  return pass
}

const changed = (pass: HookPass, change: Partial<HookPass> | void): HookPass => ({ ...pass, ...change })

/** Words of another program, read as if they were this one's, would say things that never happened. */
function notItsRuntime({ name, runtime }: AgentRecord, told: RuntimeName): CmuxError {
  return new CmuxError('FORBIDDEN', `${name} is a ${runtime} agent, and this is a hook of ${told}`, {
    hint: `call /api/hooks/${runtime}/… instead`,
  })
}
