// `node mcp.mjs`, started by an agent's CLI: MCP on standard input and output, for whom CMUX_URL and CMUX_TOKEN_FILE say. Standard
// output belongs to the protocol: whatever else there is to say goes to standard error.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { makeClient } from '../client/make-client.ts'
import { makeMcpServer } from './make-mcp-server.ts'
import { makePatientSend } from './patient-send.ts'

const { CMUX_URL, CMUX_TOKEN_FILE } = process.env

if (CMUX_URL === undefined || CMUX_TOKEN_FILE === undefined) {
  process.stderr.write('cmux mcp: CMUX_URL and CMUX_TOKEN_FILE are not set; start it with `cmux mcp`\n')
  process.exit(2)
}

const client = makeClient(makePatientSend({ url: CMUX_URL, tokenFile: CMUX_TOKEN_FILE }))
const server = makeMcpServer(client, readVersion())
// Whoever started us has gone: nobody is left to answer.
process.stdin.once('close', () => process.exit(0))
process.stdout.once('error', () => process.exit(0))
await server.connect(new StdioServerTransport())

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'manifest.json'), 'utf8')) as {
    version: string
  }
  return version
}
