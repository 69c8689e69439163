// Kept rules as they are kept.
import type { AgentName, KeptRuleId, ProjectName } from '../../protocol/ids.ts'
import type { KeptRule } from '../../protocol/approvals/kept-rule.ts'

export interface KeptRuleTableReader {
  /** Oldest first. */
  all(): Promise<KeptRule[]>
  /** Those of an agent, and of its project. */
  of(agent: AgentName, project: ProjectName | null): Promise<KeptRule[]>
}

export interface KeptRuleTableWriter extends KeptRuleTableReader {
  insert(rule: KeptRule): Promise<void>
  remove(id: KeptRuleId): Promise<void>
  /** Of an agent that is removed: a later one of that name begins without them. */
  removeAgent(agent: AgentName): Promise<void>
}
