// Tokens: who may speak to this cmux.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { CreateToken } from '../../protocol/access/token.ts'
import { connect } from '../connect.ts'
import { layoutTable } from '../layout/layout.ts'
import type { RunVerb, VerbCall } from '../verb.ts'

export const createToken: RunVerb = async ({ environment, options }) => {
  const body = { role: required(options, 'role'), ...optional(options) } as CreateToken
  const token = await connect(environment).call('POST /api/tokens', { body })
  return { json: token, text: token.secret }
}

export const listTokens: RunVerb = async ({ environment }) => {
  const { items } = await connect(environment).call('GET /api/tokens', { query: { limit: 1000 } })
  const rows = items.map((token) => [
    token.id,
    token.role,
    token.agent ?? '-',
    token.revokedAt ? `revoked ${token.revokedAt}` : token.expiresAt ? `until ${token.expiresAt}` : 'valid',
    token.label,
  ])
  return { json: items, text: layoutTable([['ID', 'ROLE', 'AGENT', 'STATE', 'LABEL'], ...rows]) }
}

export const revokeToken: RunVerb = async ({ environment, args }) => {
  const id = args[0] ?? ''
  const token = await connect(environment).call('DELETE /api/tokens/:id', {
    params: { id: id as `tok_${string}` },
  })
  return { json: token, text: `${token.id} is revoked` }
}

function required(options: VerbCall['options'], name: string): string {
  const value = options[name]
  if (typeof value === 'string') return value
  throw new CmuxError('USAGE', `--${name} is required`, {
    hint: 'for example: cmux token create --role observer',
  })
}

function optional({ agent, label, expires }: VerbCall['options']): Partial<Record<string, unknown>> {
  return {
    ...(agent !== undefined && { agent }),
    ...(label !== undefined && { label }),
    ...(expires !== undefined && { expiresInSec: Number(expires) }),
  }
}
