// The kill switch: pause one agent or all of them, and have them go on.
import type { Client } from '../../../client/make-client.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { describePause } from '../../../protocol/agents/describe-pause.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import { connect } from '../../connect.ts'
import type { Outcome } from '../../outcome.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

export const pause: RunVerb = (call) => {
  const { why } = call.options
  const body = typeof why === 'string' ? { why } : {}
  return forWhom(call, {
    async one(client, name) {
      const agent = await client.call('POST /api/agents/:name/pause', { params: { name }, body })
      const text = agent.paused ? describePause(agent.paused) : 'not paused'
      return { json: agent, text: `${name} is ${text}; continue with \`cmux resume ${name}\`` }
    },
    async all(client) {
      const changed = await client.call('POST /api/pause', { body })
      const text = `paused ${listed(changed.agents)}; continue with \`cmux resume --all\``
      return { json: changed, text: changed.agents.length === 0 ? 'no agent is left to pause' : text }
    },
  })
}

export const resume: RunVerb = (call) =>
  forWhom(call, {
    async one(client, name) {
      const agent = await client.call('POST /api/agents/:name/resume', { params: { name } })
      return { json: agent, text: `${name} is resumed` }
    },
    async all(client) {
      const changed = await client.call('POST /api/resume')
      const text = `resumed ${listed(changed.agents)}`
      return { json: changed, text: changed.agents.length === 0 ? 'no agent is paused' : text }
    },
  })

interface Ways {
  readonly one: (client: Client, name: AgentName) => Promise<Outcome>
  readonly all: (client: Client) => Promise<Outcome>
}

/** All of them only when that is said: a name that was forgotten must not stop everybody. */
function forWhom({ args, options, environment }: VerbCall, { one, all }: Ways): Promise<Outcome> {
  const [name] = args
  if ((name === undefined) !== (options['all'] === true))
    throw new CmuxError('USAGE', 'either the name of an agent or --all is required')
  const client = connect(environment)
  return name === undefined ? all(client) : one(client, name as AgentName)
}

const listed = (names: readonly string[]) => names.join(', ')
