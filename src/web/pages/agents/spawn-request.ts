// From what was typed and chosen to what is asked of the server: what was left empty is left to it.
import type { RouteRequest } from '../../../protocol/routes.ts'

export interface SpawnForm {
  readonly name: string
  readonly runtime: string
  readonly project: string
  readonly role: string
  readonly task: string
  readonly model: string
  /** In the person's checkout instead of a workspace of its own. */
  readonly inCheckout: boolean
  readonly answerFirstRun: boolean
  readonly command: string
}

type SpawnBody = RouteRequest<'POST /api/agents'>['body']

export const EMPTY_FORM: SpawnForm = {
  name: '',
  runtime: '',
  project: '',
  role: '',
  task: '',
  model: '',
  inCheckout: false,
  answerFirstRun: false,
  command: '',
}

export function spawnRequest(form: SpawnForm): SpawnBody {
  return {
    name: form.name,
    answerFirstRun: form.answerFirstRun,
    ...(form.runtime !== '' && { runtime: form.runtime as NonNullable<SpawnBody['runtime']> }),
    ...(form.project !== '' && { project: form.project }),
    ...(form.role.trim() !== '' && { role: form.role.trim() }),
    ...(form.task.trim() !== '' && { task: form.task.trim() }),
    ...(form.model.trim() !== '' && { model: form.model.trim() }),
    ...(form.inCheckout && { workspace: false }),
    ...(form.runtime === 'shell' && { args: form.command.split(/\s+/).filter(Boolean) }),
  }
}
