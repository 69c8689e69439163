// Routes that speak other protocols. Their libraries are loaded at the first call: they have a fifth of all schemas that a start would
// construct, and few servers are ever asked.
import type { FastifyInstance } from 'fastify'
import { once } from '../../../../lib/once.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../register-routes.ts'

type Deps = Pick<Context, 'addresses' | 'agents' | 'release' | 'store'>

type Keys =
  | 'POST /mcp'
  | 'GET /mcp'
  | 'GET /.well-known/agent-card.json'
  | 'POST /a2a'
  | 'POST /a2a/agents/:name'
  | 'GET /a2a/agents/:name/card'

export function makeForeignHandlers(app: FastifyInstance, context: Deps): Handlers<Keys> {
  const mcp = once(async () => (await import('./mcp-handlers.ts')).makeMcpHandlers(app, context))
  const a2a = once(async () => (await import('./a2a-handlers.ts')).makeA2aHandlers(app, context))
  return {
    'POST /mcp': async (input, call) => (await mcp())['POST /mcp'](input, call),
    'GET /mcp': async (input, call) => (await mcp())['GET /mcp'](input, call),
    'GET /.well-known/agent-card.json': async (input, call) =>
      (await a2a())['GET /.well-known/agent-card.json'](input, call),
    'POST /a2a': async (input, call) => (await a2a())['POST /a2a'](input, call),
    'POST /a2a/agents/:name': async (input, call) => (await a2a())['POST /a2a/agents/:name'](input, call),
    'GET /a2a/agents/:name/card': async (input, call) =>
      (await a2a())['GET /a2a/agents/:name/card'](input, call),
  }
}
