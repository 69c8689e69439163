// Every migration there is.
import { eventsAndTokens } from './0001-events-and-tokens.ts'
import { eventKeys } from './0002-event-keys.ts'
import { projects } from './0003-projects.ts'
import { agents } from './0004-agents.ts'
import { messages } from './0005-messages.ts'
import { tasks } from './0006-tasks.ts'
import { eventsByType } from './0007-events-by-type.ts'
import { unreadMessages } from './0008-unread-messages.ts'
import { askingTasks } from './0009-asking-tasks.ts'
import { eventHashes } from './0010-event-hashes.ts'
import { approvals } from './0011-approvals.ts'
import { usageAndBudgets } from './0012-usage-and-budgets.ts'
import { notices } from './0013-notices.ts'
import { changes } from './0014-changes.ts'
import { wards } from './0015-wards.ts'
import { journal } from './0016-journal.ts'
import { conversations } from './0017-conversations.ts'
import { keepsakes } from './0018-keepsakes.ts'
import { watchSources } from './0019-watch-sources.ts'
import { alerts } from './0020-alerts.ts'
import { mainBranches } from './0021-main-branches.ts'
import { agentPorts } from './0022-agent-ports.ts'
import { keptRules } from './0023-kept-rules.ts'
import { mailCounts } from './0024-mail-counts.ts'
import { eventSegments } from './0025-event-segments.ts'
import type { Migration } from './migration.ts'

/** In order, without gaps. A landed migration is never edited: the next one adds to it. */
export const allMigrations: readonly Migration[] = [
  eventsAndTokens,
  eventKeys,
  projects,
  agents,
  messages,
  tasks,
  eventsByType,
  unreadMessages,
  askingTasks,
  eventHashes,
  approvals,
  usageAndBudgets,
  notices,
  changes,
  wards,
  journal,
  conversations,
  keepsakes,
  watchSources,
  alerts,
  mainBranches,
  agentPorts,
  keptRules,
  mailCounts,
  eventSegments,
]
