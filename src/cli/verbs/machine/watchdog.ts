// The watchdog itself: which one guards, and changing it, which is the owner's own step and nobody else's.
import { askYes } from '../../../host/terminal/ask-yes.ts'
import { findProcesses, PROGRAMS } from '../../../host/find-processes.ts'
import { guardOfBuild, readGuardBook } from '../../../host/guard-book.ts'
import { upgradeGuard } from '../../../host/upgrade-guard.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { describeGuards } from '../../layout/describe-guards.ts'
import type { RunVerb } from '../../verb.ts'

export const showWatchdog: RunVerb = async ({ environment, programs }) => {
  const { home } = environment
  const book = readGuardBook(home)
  if (!book) throw new CmuxError('NOT_RUNNING', `${home} has no watchdog yet`)
  const build = guardOfBuild(programs)
  const [pid = null] = findProcesses(home, [PROGRAMS.watchdog])
  const running = pid === null ? 'not running' : `process ${pid}`
  const lines = [`watchdog ${book.proven}, ${running}`, ...describeGuards(book, build)]
  return { json: { pid, build, differs: build !== book.proven, ...book }, text: lines.join('\n') }
}

export const upgradeWatchdog: RunVerb = async ({ environment, programs, options }) => {
  const { home } = environment
  const book = readGuardBook(home)
  const build = guardOfBuild(programs)
  if (book?.proven === build)
    return { json: { guard: build, proved: true }, text: `the watchdog is already ${build}` }
  const question = `This replaces the watchdog ${book?.proven ?? ''} of ${home} by ${build}.`
  if (options['yes'] !== true && !(await askYes(question)))
    throw new CmuxError('NOT_CONFIRMED', 'the watchdog was not changed')
  process.stderr.write('cmux: trying the new watchdog; if it fails, the old one takes over again…\n')
  const { guard, proved } = await upgradeGuard(home, programs)
  const text = proved
    ? `the watchdog is now ${guard}`
    : `the watchdog ${guard} failed its probation and the old one runs again; see status.log and logs/watchdog.out in ${home}`
  return { json: { guard, proved }, text, exitCode: proved ? 0 : 1 }
}
