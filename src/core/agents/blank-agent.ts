// What an agent's record holds before anything is known of it: for a new one, and for what an older release did not write.
import type { AgentRecord } from './agent-record.ts'

export const BLANK_AGENT = {
  purpose: '',
  model: null,
  args: [],
  workspace: null,
  branch: null,
  answerFirstRun: false,
  sandbox: true,
  ending: null,
  startedAt: null,
  pane: null,
  pid: null,
  confinement: null,
  session: null,
  transcript: null,
  hasTalked: false,
  gaveUp: null,
  paused: null,
  approval: null,
  turn: null,
  carried: 0,
  evidence: [],
  clockedAt: null,
  quota: null,
} satisfies Partial<AgentRecord>
