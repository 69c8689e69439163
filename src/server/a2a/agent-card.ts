// Agent cards of A2A: what the team, or one agent of it, can do, and where to reach it.
import { A2A_PROTOCOL_VERSION, AgentCard } from '@a2a-js/sdk'
import type { AgentRole } from '../../core/agents/role-shelf.ts'
import type { AgentCard as CmuxCard } from '../../protocol/agents/agent.ts'

const LEGACY_VERSION = '0.3'
const MODES = ['text/plain']

interface Place {
  /** Of the instance. */
  readonly url: string
  readonly version: string
}

/** Anybody may read it: what roles there are, and not who is there. */
export function composeTeamCard({ url, version }: Place, roles: readonly AgentRole[]): AgentCard {
  return composeCard({
    name: 'cmux',
    description: 'A team of coding agents. Name one in metadata.agent, or speak to its supervisor.',
    url: `${url}/a2a`,
    version,
    skills: roles.map(({ name, description, capabilities }) =>
      composeSkill(name, name, description, capabilities),
    ),
  })
}

export function composeAgentCard({ url, version }: Place, card: CmuxCard): AgentCard {
  const { name, role, description, capabilities } = card
  return composeCard({
    name,
    description,
    url: `${url}/a2a/agents/${name}`,
    version,
    skills: [composeSkill(role, role, description, capabilities)],
  })
}

/** As it goes over the wire: clients of the older protocol find what they look for in the same document. */
export function writeCard(card: AgentCard): Record<string, unknown> {
  const { supportedInterfaces } = card
  return {
    ...(AgentCard.toJSON(card) as Record<string, unknown>),
    protocolVersion: `${LEGACY_VERSION}.0`,
    url: supportedInterfaces[0]?.url,
    preferredTransport: 'JSONRPC',
    security: [{ token: [] }],
  }
}

interface Described {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly version: string
  readonly skills: AgentCard['skills']
}

function composeCard({ url, ...described }: Described): AgentCard {
  const scheme = { description: 'a token of cmux', scheme: 'Bearer', bearerFormat: '' }
  return {
    ...described,
    supportedInterfaces: [A2A_PROTOCOL_VERSION, LEGACY_VERSION].map((protocolVersion) => ({
      url,
      protocolBinding: 'JSONRPC',
      tenant: '',
      protocolVersion,
    })),
    provider: undefined,
    capabilities: { streaming: false, pushNotifications: false, extensions: [], extendedAgentCard: false },
    securitySchemes: { token: { scheme: { $case: 'httpAuthSecurityScheme', value: scheme } } },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    signatures: [],
  }
}

function composeSkill(id: string, name: string, description: string, tags: readonly string[]) {
  const nothingElse = { examples: [], inputModes: [], outputModes: [], securityRequirements: [] }
  return { id, name, description, tags: [...tags], ...nothingElse }
}
