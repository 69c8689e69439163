// Tokens as the outside sees them: never the secret itself, except in the answer that creates it.
import { z } from 'zod'
import { AgentName, TokenId } from '../ids.ts'
import { Role } from '../agents/role.ts'
import { Timestamp } from '../timestamp.ts'

const TOKEN_LABEL_MAX_CHARS = 100

export const Token = z.object({
  id: TokenId,
  role: Role,
  agent: AgentName.nullable(),
  label: z.string(),
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  /** Which start of the agent it was made for. */
  generation: z.number().int().nullable(),
})
export type Token = z.infer<typeof Token>

export const CreateToken = z.strictObject({
  role: Role,
  agent: AgentName.optional(),
  label: z.string().max(TOKEN_LABEL_MAX_CHARS).default(''),
  expiresInSec: z
    .number()
    .int()
    .min(1)
    .max(10 * 365 * 86_400)
    .optional(),
})
export type CreateToken = z.infer<typeof CreateToken>

export const CreatedToken = Token.extend({ secret: z.string() })
export type CreatedToken = z.infer<typeof CreatedToken>

export const LoginLink = z.object({ url: z.url(), expiresAt: Timestamp })
export type LoginLink = z.infer<typeof LoginLink>
