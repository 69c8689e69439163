// The rows of the route table that speak protocols of others: MCP and A2A. What is inside is read by the protocol's own library.
import { z } from 'zod'
import { AgentName } from './ids.ts'

const EVERYONE_INSIDE = ['owner', 'human', 'observer', 'agent'] as const

/** One message of 1 MiB, which may be six times as long in JSON. */
const CALL_MAX_BYTES = 8 * 1024 * 1024

const JsonRpc = z.record(z.string(), z.unknown())
const Card = z.record(z.string(), z.unknown())
const OneAgent = z.strictObject({ name: AgentName })

export const FOREIGN_ROUTES = {
  'POST /mcp': {
    summary: 'MCP over streamable HTTP: one call, one answer, nothing kept in between',
    access: EVERYONE_INSIDE,
    body: z.union([JsonRpc, z.array(JsonRpc)]),
    bodyMaxBytes: CALL_MAX_BYTES,
    answer: JsonRpc,
    speaks: 'json-rpc',
  },
  'GET /mcp': {
    summary: 'Refused with 405, as MCP wants it: there is no stream to listen to',
    access: EVERYONE_INSIDE,
    answer: z.null(),
    speaks: 'json-rpc',
  },
  'GET /.well-known/agent-card.json': {
    summary: 'What the team can do and how to speak A2A with it; not who is there',
    access: 'public',
    answer: Card,
  },
  'POST /a2a': {
    summary: 'A2A with the agent that metadata.agent names, else with the supervisor',
    access: EVERYONE_INSIDE,
    body: JsonRpc,
    bodyMaxBytes: CALL_MAX_BYTES,
    answer: JsonRpc,
    speaks: 'json-rpc',
  },
  'POST /a2a/agents/:name': {
    summary: 'A2A with one agent',
    access: EVERYONE_INSIDE,
    params: OneAgent,
    body: JsonRpc,
    bodyMaxBytes: CALL_MAX_BYTES,
    answer: JsonRpc,
    speaks: 'json-rpc',
  },
  'GET /a2a/agents/:name/card': {
    summary: 'What one agent can do and how to speak A2A with it',
    access: EVERYONE_INSIDE,
    params: OneAgent,
    answer: Card,
  },
} as const
