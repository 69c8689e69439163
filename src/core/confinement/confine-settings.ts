// What the settings and the machine say about walls, the same for all agents.
import type { SandboxMode } from '../../protocol/sandbox.ts'
import type { WallFacts } from './plan-walls.ts'

export interface ConfineSettings extends Pick<WallFacts, 'extra' | 'homes' | 'cmuxHome' | 'programs'> {
  readonly mode: SandboxMode
  readonly node: string
  readonly network: 'open' | 'none'
}
