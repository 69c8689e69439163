// What can be asked of an agent as it stands: one row a request, in the order in which they are offered.
import type { Agent } from '../../protocol/agent.ts'

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
  { name: 'resume', title: 'Resume', detail: 'it goes on where it was', when: isPaused },
  { name: 'interrupt', title: 'Interrupt', detail: 'ends its turn; it goes on running', when: isFree },
  { name: 'pause', title: 'Pause', detail: 'ends its turn; none begins until you resume it', when: isFree },
  { name: 'restart', title: 'Restart', detail: 'with its conversation', when: isUp },
  { name: 'restart', title: 'Start', detail: 'with its conversation', when: isDown },
  { name: 'restart fresh', title: 'Restart afresh', detail: 'with a new conversation', when: isUp },
  { name: 'restart fresh', title: 'Start afresh', detail: 'with a new conversation', when: isDown },
  { name: 'clear', title: 'Clear', detail: 'it begins a new conversation without a restart', when: isFree },
  { name: 'compact', title: 'Compact', detail: 'it shortens its conversation', when: isFree },
  { name: 'stop', title: 'Stop', detail: 'ends its program; it can be started again', when: isUp },
  {
    name: 'remove',
    title: 'Remove…',
    detail: 'forgets it; its work is kept in the project',
    isDangerous: true,
    when: always,
  },
]

/** Of one that cmux did not start: nobody here can reach its program. */
const ELSEWHERE: ReadonlySet<AskName> = new Set(['pause', 'resume', 'remove'])

export function offeredAsks(agent: Standing): readonly Ask[] {
  return ROWS.filter(({ name, when }) => when(agent) && (!agent.elsewhere || ELSEWHERE.has(name)))
}
