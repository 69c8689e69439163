// What an agent was refused is written down once, when a person should know of it.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { Refused } from './agent-networks.ts'
import { judgeRefused } from './judge-refused.ts'

export async function noteRefused(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  refused: Refused,
): Promise<void> {
  const agent = (await store.read.agents.all()).find(({ id }) => id === refused.key)
  if (!agent) return
  const { name, project, generation } = agent
  const ofAgent = async () => (await store.read.ports.all()).filter((row) => row.agent === name)
  if (judgeRefused(refused, await ofAgent()) === 'ignored') return
  const { address, port } = refused
  const place = { agent: name, direction: 'to-host', address, port } as const
  await store.write(async ({ ports, events }) => {
    // Two connections at once are one wish.
    const known = (await ports.all()).filter((row) => row.agent === name)
    if (judgeRefused(refused, known) === 'ignored') return
    const since = timestampFromMs(clock.nowMs())
    await ports.put({
      ...place,
      project,
      state: 'wanted',
      scope: null,
      generation,
      hostPort: null,
      since,
      by: null,
    })
    await events.append({ type: 'agent.port_wanted', actor: `agent:${name}`, data: place })
  })
}
