// Who a token speaks for. The server binds the role when it issues the token; no request can claim one.
import { z } from 'zod'

const ROLES = ['owner', 'human', 'agent', 'observer', 'webhook'] as const

export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>
