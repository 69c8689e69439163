// Branded, prefixed ids: `tok_01hq…`. The prefix says what a stray id in a log belongs to.
import { z } from 'zod'
import { NAME_PATTERN } from './access/name-rule.ts'

interface IdKind {
  readonly what: string
  /** The command that shows those that people name. */
  readonly shownBy?: string
}

const ID_KINDS = {
  tok: { what: 'a token’s id', shownBy: 'cmux token list' },
  lgn: { what: 'a login code’s id' },
  bak: { what: 'a backup’s id', shownBy: 'cmux backup list' },
  agt: { what: 'an agent’s id' },
  prj: { what: 'a project’s id' },
  msg: { what: 'a message’s id', shownBy: 'cmux inbox --all' },
  dlv: { what: 'a delivery’s id' },
  tsk: { what: 'a task’s id', shownBy: 'cmux task list --all' },
  chg: { what: 'a change’s id', shownBy: 'cmux improve list' },
  apr: { what: 'an approval’s id', shownBy: 'cmux approvals list --all' },
  rul: { what: 'a kept rule’s id', shownBy: 'cmux rules list' },
  ntc: { what: 'a notice’s id', shownBy: 'cmux notices list' },
  jrn: { what: 'an id of the journal', shownBy: 'cmux journal read' },
  alr: { what: 'an alert’s id', shownBy: 'cmux alerts list --all' },
} as const satisfies Record<string, IdKind>
export type IdPrefix = keyof typeof ID_KINDS

// 26 characters of Crockford's base 32: 48 bits of time, 80 of randomness, so that ids sort by age.
const BODY = '[0-9a-hjkmnp-tv-z]{26}'
const EXAMPLE = '01hqz3v1h0e8y6x5w4t3s2r1q0'

const idSchema = <P extends IdPrefix>(prefix: P) =>
  z
    .templateLiteral(
      [z.literal(`${prefix}_`), z.string().regex(new RegExp(`^${BODY}$`))],
      describeIdRule(prefix),
    )
    .brand<P>()

/** In words, for somebody who has something else. */
function describeIdRule(prefix: IdPrefix): string {
  const { what, shownBy }: IdKind = ID_KINDS[prefix]
  const where = shownBy === undefined ? '' : `; see \`${shownBy}\``
  return `${what} looks like ${prefix}_${EXAMPLE}${where}`
}

export const TokenId = idSchema('tok')
export type TokenId = z.infer<typeof TokenId>

export const LoginCodeId = idSchema('lgn')
export type LoginCodeId = z.infer<typeof LoginCodeId>

export const KeptRuleId = idSchema('rul')
export type KeptRuleId = z.infer<typeof KeptRuleId>

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

export const ChangeId = idSchema('chg')
export type ChangeId = z.infer<typeof ChangeId>

export const ApprovalId = idSchema('apr')
export type ApprovalId = z.infer<typeof ApprovalId>

export const NoticeId = idSchema('ntc')
export type NoticeId = z.infer<typeof NoticeId>

export const AlertId = idSchema('alr')
export type AlertId = z.infer<typeof AlertId>

export const AgentName = z.string().regex(NAME_PATTERN).brand<'AgentName'>()
export type AgentName = z.infer<typeof AgentName>

/** A project's name follows the same rule: it is part of paths and refs. */
export const ProjectName = z.string().regex(NAME_PATTERN).brand<'ProjectName'>()
export type ProjectName = z.infer<typeof ProjectName>
