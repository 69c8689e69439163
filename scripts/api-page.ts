// `./cmux test api`: writes docs/api.md from the table of routes and the table of MCP tools.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_TOOLS } from '../src/mcp/all-tools.ts'
import type { Tool } from '../src/mcp/tool.ts'
import { ROUTES, type Route } from '../src/protocol/routes.ts'
import { escapeMarks } from './escape-marks.ts'

export const API_PATH = 'docs/api.md'

const HEAD = `# API

\`GET /api/openapi.json\` describes every route with its schemas; the server validates requests with the same schemas. This page
lists them. \`./cmux test api\` writes it from \`src/protocol/routes.ts\` and \`src/mcp/all-tools.ts\`.

## Calls

The address is in \`~/.cmux/instance.json\`, and the token of the owner in \`~/.cmux/tokens/owner\`. \`cmux token create\` makes
tokens for scripts, monitors and agents on other machines.

\`\`\`sh
url=$(node -p 'JSON.parse(fs.readFileSync(process.env.HOME + "/.cmux/instance.json")).url')
token=$(cat ~/.cmux/tokens/owner)
curl -s "$url/api/webhooks/health"
curl -s -H "Authorization: Bearer $token" "$url/api/agents"
curl -s -H "Authorization: Bearer $token" "$url/api/events?after=0"
\`\`\`

Requests and answers are JSON. An error is \`{"error":{"code","message","hint"}}\` with a fitting status. A list is
\`{"items":[…],"next":null}\`; where \`next\` is not null, it goes into the query of the next page (\`limit\`, \`cursor\`).

Every change of state is an event with a number. \`GET /api/events?after=N\` gives the events after number N, and the WebSocket
\`/api/stream?after=N\` sends them as they happen. A client that was away asks for everything after its last number.
`

const AFTER = `## Agents on other machines

A program on another machine is an agent with a token: it sends heartbeats and long polls for its messages.
[examples/remote-agent/agent.mjs](../examples/remote-agent/agent.mjs) is one in 60 lines. [operating.md](operating.md) says how
long it may be silent, and what is done then.

## A2A

The agent card is at \`/.well-known/agent-card.json\`. Calls go to \`/a2a\`, or to one agent at \`/a2a/agents/NAME\`.
`

export function composeApiPage(routes: Readonly<Record<string, Route>>, tools: readonly Tool[]): string {
  const paths = Object.entries(routes).toSorted(([one], [other]) => (pathOf(one) < pathOf(other) ? -1 : 1))
  return [
    HEAD,
    '## Routes',
    '',
    'Who may call a route stands in brackets.',
    '',
    ...paths.map(([key, route]) => item(`\`${key}\` (${describeAccess(route)})`, route.summary)),
    '',
    '## MCP tools',
    '',
    'Agents have these tools by themselves. Other MCP clients get them on stdio with `cmux mcp`, or at `/mcp` over HTTP with a token.',
    '',
    ...tools.map(({ name, audience, description }) => item(`\`${name}\` (${audience})`, description)),
    '',
    AFTER,
  ].join('\n')
}

const pathOf = (key: string) => key.split(' ').toReversed().join(' ')

function describeAccess({ access }: Route): string {
  return access === 'public' ? 'anybody, without a token' : access.join(', ')
}

const item = (title: string, text: string) => `- ${title}: ${escapeMarks(text.replaceAll(/\s+/g, ' '))}`

/** Gives the path of the page. */
export function writeApiPage(root: string): string {
  writeFileSync(join(root, API_PATH), composeApiPage(ROUTES, ALL_TOOLS))
  return API_PATH
}
