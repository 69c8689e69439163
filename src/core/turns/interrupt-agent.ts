// Keys and commands that go into an agent's terminal because somebody asked.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describePause } from '../../protocol/agents/describe-pause.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import type { PaneId } from '../terminals/terminals.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { interruptMail } from '../mail/delivery/interrupt-mail.ts'
import type { StoreWriter } from '../store.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { findAgent } from '../agents/find-agent.ts'
import { noteRequest } from '../agents/note-request.ts'

type Deps = Pick<AgentDeps, 'clock' | 'runtimes' | 'store' | 'terminals'>

export async function interruptAgent(deps: Deps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  const pane = paneOf(record)
  await noteRequest(deps, record, actor, 'interrupt', {}, (writer) => endTurn(deps, writer, record, actor))
  // Should we end here, the reconciler presses it: the register says so (`interrupt-keeper.ts`).
  await deps.terminals.press(pane, deps.runtimes[record.runtime].interruptKeys)
}

/** Written before the key is pressed: nothing of that turn is submitted again, whatever happens to us. */
async function endTurn(
  { clock }: Deps,
  writer: StoreWriter,
  record: AgentRecord,
  actor: string,
): Promise<void> {
  const current = await writer.agents.byId(record.id)
  if (!current) return
  const at = timestampFromMs(clock.nowMs())
  const why = { source: 'cmux', says: `${actor} interrupted it`, at } as const
  const delivery = await interruptMail(writer, current, why)
  // Whether a plain program rests can't be seen.
  const settledAt = record.runtime === 'shell' ? at : null
  await writer.agents.change(record.id, { interrupt: { at, isFinal: true, delivery, settledAt } })
}

/** Some ask for the key a second time before they believe it; they are told once more when they still work. */
export async function pressInterrupt(
  { terminals, runtimes, clock }: Pick<AgentDeps, 'terminals' | 'runtimes' | 'clock'>,
  name: RuntimeName,
  pane: PaneId,
): Promise<void> {
  const { interruptKeys, readScreen } = runtimes[name]
  await terminals.press(pane, interruptKeys)
  const settled = Promise.withResolvers<void>()
  clock.after(INTERRUPT_AGAIN_MS, settled.resolve)
  await settled.promise
  const { lines } = await terminals.capture(pane)
  if (readScreen(lines).kind === 'working') await terminals.press(pane, interruptKeys)
}

const INTERRUPT_AGAIN_MS = 1000

/** Typed as a person would, so only when it waits for a prompt. */
export async function typeCommand(
  deps: Deps,
  name: AgentName,
  what: 'clear' | 'compact',
  actor: string,
): Promise<void> {
  const record = await findAgent(deps, name)
  if (record.paused)
    throw new CmuxError('CONFLICT', `${name} is ${describePause(record.paused)}`, {
      hint: `resume it first: \`cmux resume ${name}\``,
    })
  const pane = paneOf(record)
  const command = deps.runtimes[record.runtime].commands[what]
  if (command === null)
    throw new CmuxError('CONFLICT', `${record.runtime} has no command to ${what} its conversation`, {
      hint: `begin a new one with \`cmux agent restart ${name} --fresh\``,
    })
  const screen = await deps.terminals.capture(pane)
  const reading = deps.runtimes[record.runtime].readScreen(screen.lines)
  if (reading.kind !== 'ready' || reading.draft !== '' || reading.mode === 'normal')
    throw new CmuxError('CONFLICT', `${name} does not wait for a prompt right now`, {
      hint: `see \`cmux agent show ${name}\`, and try again when it is idle`,
    })
  // What it makes of it is drawn a moment later, and may be a question: until then nothing else is typed.
  const at = timestampFromMs(deps.clock.nowMs())
  const turn = {
    turn: 'working',
    says: `was told to ${what}`,
    source: 'cmux',
    at,
    repeats: 0,
    lastCall: '',
  } as const
  await noteRequest(deps, record, actor, what, { turn })
  await typeInto(deps, record, pane, command)
}

/** A line of its own program's, and Enter. */
export async function typeInto(
  { terminals, runtimes, clock }: Pick<AgentDeps, 'terminals' | 'runtimes' | 'clock'>,
  { runtime }: Pick<AgentRecord, 'runtime'>,
  pane: PaneId,
  command: string,
): Promise<void> {
  await terminals.paste(pane, command)
  // Right after a paste, some take Enter for a part of it.
  const settled = Promise.withResolvers<void>()
  clock.after(runtimes[runtime].mail.enterAfterMs, settled.resolve)
  await settled.promise
  await terminals.press(pane, ['Enter'])
}

function paneOf(record: AgentRecord): PaneId {
  if (record.pane !== null) return record.pane
  throw new CmuxError('CONFLICT', `${record.name} does not run`, {
    hint: `start it with \`cmux agent restart ${record.name}\``,
  })
}
