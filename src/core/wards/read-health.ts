// Where a service is reached and asked how it is, from what its project says of it. Pure.
import type { ServiceRules } from '../../protocol/project-file.ts'

export interface HealthPlace {
  /** Null: there is nothing to ask. */
  readonly path: string | null
  /** 0: any that is free. */
  readonly port: number
}

export function readHealth({ health, port }: Pick<ServiceRules, 'health' | 'port'>): HealthPlace {
  const [, named = '', path = null] =
    /^(?:http:\/\/(?:\[::1\]|[^/:]+)(?::([^/]+))?)?(\/.*)$/.exec(health ?? '') ?? []
  const fixed = /^\d+$/.test(named) ? Number(named) : 0
  return { path, port: port ?? fixed }
}
