// An agent elsewhere says that it lives. Heartbeats themselves are no events: that it came, went silent and returned are.
import { redactSecrets } from '../../lib/redact-secrets.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Heartbeat, HeartbeatHeard } from '../../protocol/agents/elsewhere.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { Store } from '../store.ts'
import { settleSilence } from './raise-silence.ts'
import { registerElsewhere, runsHere, type RegisterDeps } from './register-elsewhere.ts'

export async function hearHeartbeat(
  deps: RegisterDeps & { readonly store: Store },
  name: AgentName,
  { status, note }: Heartbeat,
  by: Principal,
): Promise<HeartbeatHeard> {
  requireOwn(name, by)
  return deps.store.write(async (writer) => {
    const known = await writer.agents.byName(name)
    const record = known ?? (await registerElsewhere(deps, writer, { name }, by.actor))
    const { elsewhere } = record
    if (!elsewhere) throw runsHere(record)
    const at = timestampFromMs(deps.clock.nowMs())
    if (elsewhere.silence) {
      const { since, steps } = elsewhere.silence
      const data = { agent: name, since, steps }
      await writer.events.append({ type: 'agent.returned', actor: by.actor, data })
      await settleSilence(writer, record, { since, at })
    }
    const upSince = elsewhere.silence ? at : (elsewhere.upSince ?? at)
    const beat = { at, status, note: redactSecrets(note) }
    await writer.agents.change(record.id, { elsewhere: { ...elsewhere, beat, upSince, silence: null } })
    return {
      agent: name,
      at,
      silentSec: elsewhere.silentMs / 1000,
      paused: record.paused !== null,
      unread: await writer.messages.unread(name),
      history: await writer.conversations.last(record.id),
    }
  })
}

export function requireOwn(name: AgentName, by: Principal): void {
  if (by.agent !== name)
    throw new CmuxError('FORBIDDEN', `this token is not that of ${name}`, {
      hint: `make one with \`cmux token create --role agent --agent ${name}\``,
    })
}
