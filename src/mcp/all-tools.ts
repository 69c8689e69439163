// Every tool, in the order in which a model sees them. A new one is a file in tools/ and a row here.
import type { Tool } from './tool.ts'
import { ackMessage } from './tools/ack-message.ts'
import { createTask } from './tools/create-task.ts'
import { interruptAgent } from './tools/interrupt-agent.ts'
import { listAgents } from './tools/list-agents.ts'
import { listTasks } from './tools/list-tasks.ts'
import { recall } from './tools/recall.ts'
import { requestApproval } from './tools/request-approval.ts'
import { requestBudget } from './tools/request-budget.ts'
import { readContext } from './tools/read-context.ts'
import { readDiff } from './tools/read-diff.ts'
import { readInbox } from './tools/read-inbox.ts'
import { readTerminal } from './tools/read-terminal.ts'
import { restartAgent } from './tools/restart-agent.ts'
import { saveProgress } from './tools/save-progress.ts'
import { searchJournal } from './tools/search-journal.ts'
import { selfImprove } from './tools/self-improve.ts'
import { sendMessage } from './tools/send-message.ts'
import { spawnAgent } from './tools/spawn-agent.ts'
import { stopAgent } from './tools/stop-agent.ts'
import { updateTask } from './tools/update-task.ts'
import { writeJournal } from './tools/write-journal.ts'

export const ALL_TOOLS: readonly Tool[] = [
  sendMessage,
  readInbox,
  ackMessage,
  listAgents,
  spawnAgent,
  stopAgent,
  readTerminal,
  readDiff,
  readContext,
  interruptAgent,
  restartAgent,
  createTask,
  listTasks,
  updateTask,
  writeJournal,
  searchJournal,
  requestApproval,
  requestBudget,
  saveProgress,
  recall,
  selfImprove,
]
