// Conversations that a person began by hand with an agent's program, as a port.
import type { AdoptAgent } from '../../protocol/agents/agent.ts'

export interface FoundConversation {
  /** Where it was begun; null when its file does not say. */
  readonly folder: string | null
  /** A process that has it open, or may have; null when none is seen. */
  readonly openIn: number | null
}

export interface Conversations {
  /** Undefined when there is none with this id. */
  find(request: Pick<AdoptAgent, 'runtime' | 'session'>): Promise<FoundConversation | undefined>
}
