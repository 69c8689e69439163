// How a version of a service is started: behind walls like a check, since it is what agents wrote; with a folder for its data, which
// stays from version to version.
import type { ServiceRules } from '../../protocol/project-file.ts'
import type { Version } from '../../protocol/wards/porter.ts'
import { encloseCheck, type EncloseDeps } from '../improve/enclose-check.ts'
import { readHealth } from './read-health.ts'
import type { WardTree } from './ward-ground.ts'

export interface VersionOrder {
  readonly key: string
  readonly rules: ServiceRules
  readonly tree: WardTree
  readonly mark: Readonly<Record<string, string>>
}

export async function composeVersion(
  deps: EncloseDeps,
  { key, rules, tree, mark }: VersionOrder,
): Promise<Version> {
  const { extra } = deps.confine
  const confine = { ...deps.confine, extra: { ...extra, writable: [...extra.writable, tree.data] } }
  const { command, environment } = await encloseCheck({ ...deps, confine }, tree, rules.run, {
    network: 'host',
  })
  // A build server sets it, and some programs do less then.
  const { CI: _, ...passed } = environment
  const [program, ...args] = command
  return {
    key,
    folder: tree.folder,
    command: [program, ...args],
    environment: { ...passed, ...rules.env, CMUX_DATA: tree.data, ...mark },
    health: readHealth(rules).path,
    readyMs: rules.readySec * 1000,
    probeMs: rules.probeEverySec * 1000,
  }
}
