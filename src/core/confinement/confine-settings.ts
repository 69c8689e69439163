// What the settings and the machine say about walls, the same for all agents.
import type { WallFacts } from './plan-walls.ts'

export interface ConfineSettings extends Pick<WallFacts, 'extra' | 'homes' | 'cmuxHome' | 'programs'> {
  readonly mode: 'auto' | 'required' | 'off'
  readonly node: string
  readonly network: 'open' | 'none'
}
