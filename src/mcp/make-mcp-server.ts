// An MCP server over a client of the HTTP API, for any transport: lists the tools that the caller may use, and calls them.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { RefusedRequest, type Client } from '../client/make-client.ts'
import type { Me } from '../protocol/access/me.ts'
import { ALL_TOOLS } from './all-tools.ts'
import type { Tool } from './tool.ts'
import { UnsureCall } from './unsure-call.ts'

const INSTRUCTIONS =
  'cmux runs the team of coding agents that you are part of. Use these tools to talk to other agents and to the person (owner).'

export function makeMcpServer(client: Client, version: string): Server {
  const server = new Server(
    { name: 'cmux', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const tools = (await toolsFor(client)).map(describeTool)
    // After the answer has left.
    setImmediate(() => void tellOfTools(client))
    return { tools }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = ALL_TOOLS.find(({ name }) => name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}`)
    return callTool(tool, client, params.arguments ?? {})
  })
  return server
}

/** Its first prompt waits for this. People and programs elsewhere have no start to tell of, and are refused. */
async function tellOfTools(client: Client): Promise<void> {
  try {
    await client.call('POST /api/me/tools')
  } catch (error) {
    if (!(error instanceof RefusedRequest || error instanceof UnsureCall)) throw error
  }
}

async function toolsFor(client: Client): Promise<readonly Tool[]> {
  try {
    const me = await client.call('GET /api/me')
    return ALL_TOOLS.filter(({ audience }) => audience === 'everyone' || mayLead(me))
  } catch (error) {
    // An agent asks once, at its start. Better a tool too many, which is refused when called, than a session without one.
    if (error instanceof UnsureCall) return ALL_TOOLS
    throw error
  }
}

function mayLead({ role, agent }: Me): boolean {
  return role === 'agent' ? agent?.role === 'supervisor' : role !== 'observer'
}

function describeTool({ name, description, input, isReading }: Tool): ListedTool {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  const annotations = { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false }
  return { name, description, inputSchema: schema as ListedTool['inputSchema'], annotations }
}

/** What goes wrong is told to the model as the tool's answer, with what to do: it can mend a call, but not a broken protocol. */
async function callTool(tool: Tool, client: Client, input: unknown): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await tool.call(client, input) }] }
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: describeFailure(error) }] }
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof RefusedRequest) return `${error.code}: ${error.message}. ${error.hint}`
  if (error instanceof z.ZodError) return `BAD_REQUEST: ${z.prettifyError(error)}`
  return error instanceof Error ? error.message : String(error)
}
