// Whether an agent is a plain terminal program, which tells cmux nothing: while it prints it works, and a prompt or a question
// comes with a pause. Pure.
import type { AgentRecord } from './agent-record.ts'

export const isPlain = ({ runtime }: Pick<AgentRecord, 'runtime'>) => runtime === 'shell'
