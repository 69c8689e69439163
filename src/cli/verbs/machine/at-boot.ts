// Keeps cmux up beyond its own processes: after a reboot, or when all of them were killed.
import { makeBootEntry } from '../../../host/at-boot/boot-entry.ts'
import { installEntry, observeEntry, removeEntry } from '../../../host/at-boot/install-entry.ts'
import { keepUp } from '../../../host/at-boot/keep-up.ts'
import { readGuardBook } from '../../../host/guard-book.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

const entryOf = ({ environment }: VerbCall) => makeBootEntry(environment.home, environment.path)

export const installAtBoot: RunVerb = async (call) => {
  refuseNewHome(call)
  const installed = installEntry(entryOf(call), call.environment.folders)
  const unchecked = installed.checked
    ? ''
    : `\nthe unit was not verified: ${installed.manager} has no checker here`
  const text = `${installed.manager} keeps cmux up from now on: ${installed.file}${unchecked}\n${installed.hint}`
  return { json: installed, text }
}

export const uninstallAtBoot: RunVerb = async (call) => {
  const removed = await removeEntry(entryOf(call), call.environment.folders)
  return { json: { removed }, text: removed ? 'removed; a running cmux stays up' : 'it was not installed' }
}

export const showAtBoot: RunVerb = async (call) => {
  const state = observeEntry(entryOf(call), call.environment.folders)
  const { manager, installed, active, file, outdated } = state
  const by = manager === null ? 'no service manager runs for this user' : `by ${manager}`
  const lines = [
    installed ? `installed, ${active ? 'active' : 'not active'} (${by}): ${file}` : `not installed (${by})`,
    ...(outdated ? ['it is for another Node or PATH than this one; `cmux service install` renews it'] : []),
  ]
  return { json: state, text: lines.join('\n') }
}

export const keepAtBoot: RunVerb = async (call) => {
  refuseNewHome(call)
  await keepUp(call.environment.home)
  return { printed: true, exitCode: 0 }
}

/** What is kept up is what ran: a home that never ran has nothing to start. */
function refuseNewHome({ environment: { home } }: VerbCall): void {
  if (readGuardBook(home) === undefined)
    throw new CmuxError('NOT_RUNNING', `cmux has never been started on ${home}`)
}
