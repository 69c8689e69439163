// Branded, prefixed ids: `tok_01hq…`. The prefix says what a stray id in a log belongs to.
import { z } from 'zod'
import { NAME_PATTERN } from './name-rule.ts'

const ID_PREFIXES = ['tok', 'lgn', 'bak', 'agt', 'prj', 'msg', 'dlv', 'tsk'] as const
export type IdPrefix = (typeof ID_PREFIXES)[number]

// 26 characters of Crockford's base 32: 48 bits of time, 80 of randomness, so that ids sort by age.
const BODY = '[0-9a-hjkmnp-tv-z]{26}'

const idSchema = <P extends IdPrefix>(prefix: P) =>
  z.templateLiteral([z.literal(`${prefix}_`), z.string().regex(new RegExp(`^${BODY}$`))]).brand<P>()

export const TokenId = idSchema('tok')
export type TokenId = z.infer<typeof TokenId>

export const LoginCodeId = idSchema('lgn')
export type LoginCodeId = z.infer<typeof LoginCodeId>

export const BackupId = idSchema('bak')
export type BackupId = z.infer<typeof BackupId>

export const AgentId = idSchema('agt')
export type AgentId = z.infer<typeof AgentId>

export const ProjectId = idSchema('prj')
export type ProjectId = z.infer<typeof ProjectId>

export const DeliveryId = idSchema('dlv')
export type DeliveryId = z.infer<typeof DeliveryId>

export const TaskId = idSchema('tsk')
export type TaskId = z.infer<typeof TaskId>

export const AgentName = z.string().regex(NAME_PATTERN).brand<'AgentName'>()
export type AgentName = z.infer<typeof AgentName>

/** A project's name follows the same rule: it is part of paths and refs. */
export const ProjectName = z.string().regex(NAME_PATTERN).brand<'ProjectName'>()
export type ProjectName = z.infer<typeof ProjectName>
