// What the settings and the machine say about walls, the same for all agents.
import type { SandboxMode } from '../../protocol/agents/sandbox.ts'
import type { WallFacts } from './plan-walls.ts'

export interface ConfineSettings extends Pick<WallFacts, 'extra' | 'homes' | 'cmuxHome' | 'programs'> {
  readonly mode: SandboxMode
  readonly node: string
  /** `open`: a network of its own with the outside world. `listed`: cmux and `domains`. `none`: nothing but cmux. `host`: the host's. */
  readonly network: 'open' | 'listed' | 'none' | 'host'
  /** Ports of the host's loopback that every agent may use. */
  readonly ports: readonly number[]
  /** Rules for the proxy of `listed` (`lib/parse-domain-rule.ts`). */
  readonly domains: readonly string[]
}
