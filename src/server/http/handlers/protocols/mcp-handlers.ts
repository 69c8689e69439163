// The MCP tools over HTTP. Nothing is kept between calls, so a call may meet any server: the one before a swap, or the one after.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { makeClient } from '../../../../client/make-client.ts'
import { makeMcpServer } from '../../../../mcp/make-mcp-server.ts'
import { CmuxError } from '../../../../protocol/cmux-error.ts'
import type { Context } from '../../../context.ts'
import { makeInjectSend } from '../../inject-send.ts'
import { ANSWERED, type Handlers } from '../../register-routes.ts'

type Deps = Pick<Context, 'release'>

type Keys = 'POST /mcp' | 'GET /mcp'

export function makeMcpHandlers(app: FastifyInstance, context: Deps): Handlers<Keys> {
  return {
    'POST /mcp': async ({ body }, { request, reply }) => {
      const client = makeClient(makeInjectSend(app, request))
      const server = makeMcpServer(client, context.release.version)
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      await server.connect(transport)
      try {
        const answer = await transport.handleRequest(toWebRequest(request), { parsedBody: body })
        const text = await answer.text()
        reply.code(answer.status).type('application/json; charset=utf-8').send(text)
        return ANSWERED
      } finally {
        await server.close()
      }
    },

    'GET /mcp': (_, { reply }) => {
      reply.header('allow', 'POST')
      throw new CmuxError('METHOD_NOT_ALLOWED', 'this MCP server sends nothing by itself')
    },
  }
}

/** Where it came from was judged by the guard: the address says nothing here. */
function toWebRequest({ method, headers }: FastifyRequest): Request {
  const known = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return new Request('http://localhost/mcp', { method, headers: known })
}
