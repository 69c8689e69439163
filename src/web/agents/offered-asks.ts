// What can be asked of an agent as it stands: one row a request, in the order in which they are offered.
import type { Agent } from '../../protocol/agents/agent.ts'

export type AskName =
  | 'resume'
  | 'interrupt'
  | 'pause'
  | 'restart'
  | 'restart fresh'
  | 'clear'
  | 'compact'
  | 'stop'
  | 'remove'

export interface Ask {
  readonly name: AskName
  readonly title: string
  readonly detail: string
  readonly isDangerous?: boolean
}

type Standing = Pick<Agent, 'status' | 'desired' | 'paused'> & Partial<Pick<Agent, 'elsewhere'>>

/** One that runs elsewhere is up as far as anybody here can know. */
const isUp = ({ status, desired, elsewhere }: Standing) =>
  Boolean(elsewhere) || (desired === 'running' && status !== 'dead' && status !== 'stopped')
const isDown = (agent: Standing) => !isUp(agent)
const isPaused = ({ paused }: Standing) => Boolean(paused)
const isFree = (agent: Standing) => isUp(agent) && !isPaused(agent)
const always = () => true

const ROWS: readonly (Ask & { readonly when: (agent: Standing) => boolean })[] = [
  { name: 'resume', title: 'Resume', detail: 'continues where it stopped', when: isPaused },
  { name: 'interrupt', title: 'Interrupt', detail: 'ends the turn; the agent keeps running', when: isFree },
  {
    name: 'pause',
    title: 'Pause',
    detail: 'ends the turn; no new turn starts until you resume',
    when: isFree,
  },
  { name: 'restart', title: 'Restart', detail: 'keeps the conversation', when: isUp },
  { name: 'restart', title: 'Start', detail: 'keeps the conversation', when: isDown },
  { name: 'restart fresh', title: 'Restart, new session', detail: 'starts a new session', when: isUp },
  { name: 'restart fresh', title: 'Start, new session', detail: 'starts a new session', when: isDown },
  { name: 'clear', title: 'Clear', detail: 'starts a new session without a restart', when: isFree },
  { name: 'compact', title: 'Compact', detail: 'compacts the conversation', when: isFree },
  { name: 'stop', title: 'Stop', detail: 'ends the program; it can be started again', when: isUp },
  {
    name: 'remove',
    title: 'Remove…',
    detail: 'removes the agent; its work stays in the project',
    isDangerous: true,
    when: always,
  },
]

/** Of one that cmux did not start: nobody here can reach its program. */
const ELSEWHERE: ReadonlySet<AskName> = new Set(['pause', 'resume', 'remove'])

export function offeredAsks(agent: Standing): readonly Ask[] {
  return ROWS.filter(({ name, when }) => when(agent) && (!agent.elsewhere || ELSEWHERE.has(name)))
}
