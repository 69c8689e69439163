// What people ask of a service: start, stop, restart. Only its record is changed; the keeper does the rest.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { Principal } from '../access/principal.ts'
import { changeWard, type WardUpdate } from './change-ward.ts'
import type { WardDeps } from './ward-deps.ts'

type Ask = 'start' | 'stop' | 'restart'

export async function askWard(
  deps: WardDeps,
  name: ProjectName,
  what: Ask,
  { actor }: Principal,
): Promise<Ward> {
  const project = await deps.projects.get(name)
  const { commit } = await deps.projects.readRules(project)
  const decide = (ward: Ward): WardUpdate => {
    if (what === 'stop') return { desired: 'stopped', reserve: null }
    if (what === 'start' && ward.desired === 'running' && ward.status !== 'given_up') return {}
    const wanted = { commit: commit ?? ward.wanted.commit, serial: ward.wanted.serial + 1 }
    return { desired: 'running', wanted, reserve: null, reopened: [] }
  }
  const data = { project: name, what }
  const ward = await changeWard(deps, project.id, decide, { type: 'service.asked', actor, data })
  if (ward) return ward
  throw new CmuxError('NOT_FOUND', `${name} has no service`, {
    hint: 'name one in cmux.json on its main branch: {"service":{"run":"node server.js","health":"/health"}}',
  })
}
