// Randomness comes in as a port: ids that sort by age, and secrets that cannot be guessed.
import type {
  AgentId,
  AlertId,
  ApprovalId,
  BackupId,
  ChangeId,
  DeliveryId,
  IdPrefix,
  KeptRuleId,
  LoginCodeId,
  NoticeId,
  ProjectId,
  TaskId,
  TokenId,
} from '../protocol/ids.ts'
import type { JournalEntryId } from '../protocol/journal/journal.ts'
import type { MessageId } from '../protocol/messages/message.ts'

interface IdByPrefix {
  tok: TokenId
  lgn: LoginCodeId
  bak: BackupId
  agt: AgentId
  prj: ProjectId
  msg: MessageId
  dlv: DeliveryId
  tsk: TaskId
  chg: ChangeId
  apr: ApprovalId
  rul: KeptRuleId
  ntc: NoticeId
  jrn: JournalEntryId
  alr: AlertId
}

export interface Entropy {
  id<P extends IdPrefix>(prefix: P): IdByPrefix[P]
  /** For programs that want their ids in this form. */
  uuid(): string
  /** 256 bits, in a form that `redactSecrets` recognises. */
  secret(): string
}
