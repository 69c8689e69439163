// What is wrong with this machine, and what to type.
import colors from 'picocolors'
import { examineMachine, type Finding } from '../../../host/examine-machine.ts'
import { examineSandbox } from '../../../host/build/compose-sandbox.ts'
import { guardOfBuild, readGuardBook } from '../../../host/guard-book.ts'
import { RefusedRequest } from '../../../client/make-client.ts'
import type { RuntimeOnMachine } from '../../../protocol/agents/agent.ts'
import type { HomeSpace } from '../../../protocol/machine/home-space.ts'
import type { ChannelCheck, NoticeChannel } from '../../../protocol/notifications/notice.ts'
import { connect } from '../../connect.ts'
import { describeGuards } from '../../layout/describe-guards.ts'
import { describeSandbox } from '../../layout/describe-sandbox.ts'
import { describeSpace } from '../../describe-space.ts'
import { describeVerification } from '../../layout/describe-verification.ts'
import { examineDiscrepancies, fixDiscrepancies } from '../../layout/examine-discrepancies.ts'
import { isNotRunning } from '../../is-not-running.ts'
import { layoutTable } from '../../layout/layout.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

export const doctor: RunVerb = async (call) => {
  const fixed = call.options['fix'] === true ? await fixDiscrepancies(call) : []
  const findings = [
    ...fixed,
    ...examineMachine(call.environment.home, call.environment.path),
    await findSandbox(call),
    ...examineGuard(call),
    await examineHealth(call),
    ...(await examineSpace(call)),
    ...(await examineHistory(call)),
    ...(await examineRules(call)),
    ...(await examineRuntimes(call)),
    ...(await examineNotices(call)),
    ...(await examineDiscrepancies(call)),
  ]
  const failed = findings.filter((finding) => finding.state === 'fail').length
  const exitCode = failed > 0 ? 1 : 0
  return { json: { findings, failed }, text: describe(findings), exitCode }
}

/** Asked of the command line's own build, so that it is known before anything runs. */
async function findSandbox({ environment, programs }: VerbCall): Promise<Finding> {
  const what = 'sandbox'
  try {
    return describeSandbox(await examineSandbox(programs, environment.home))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { what, state: 'fail', detail, fix: 'correct config.json and run it again' }
  }
}

function examineGuard({ environment, programs }: VerbCall): Finding[] {
  const book = readGuardBook(environment.home)
  if (!book) return []
  const notes = describeGuards(book, guardOfBuild(programs))
  if (notes.length === 0) return [{ what: 'watchdog', state: 'ok', detail: book.proven }]
  return [{ what: 'watchdog', state: 'warn', detail: notes.join('; '), fix: 'cmux watchdog status' }]
}

async function examineHealth({ environment }: VerbCall): Promise<Finding> {
  try {
    const health = await connect(environment).call('GET /api/webhooks/health')
    const state = health.status === 'healthy' ? 'ok' : health.status === 'degraded' ? 'warn' : 'fail'
    return { what: 'health', state, detail: health.status, ...(state !== 'ok' && { fix: 'cmux status' }) }
  } catch (error) {
    if (isNotRunning(error))
      return { what: 'health', state: 'ok', detail: 'not running; `cmux up` starts it' }
    const detail = error instanceof Error ? error.message : String(error)
    return { what: 'health', state: 'fail', detail, fix: 'cmux logs server' }
  }
}

/** What the server measured last; it would take long to do it while somebody waits. */
async function examineSpace({ environment }: VerbCall): Promise<Finding[]> {
  const space = await readSpace(environment)
  if (!space) return []
  const detail = describeSpace(space)
  if (space.bytes <= space.budgetBytes) return [{ what: 'space', state: 'ok', detail }]
  return [
    { what: 'space', state: 'warn', detail, fix: 'cmux alerts list says what can go, or set disk.homeMb' },
  ]
}

async function readSpace(environment: VerbCall['environment']): Promise<HomeSpace | null> {
  try {
    const { space } = await connect(environment).call('GET /api/status')
    return space
  } catch {
    return null // nobody is there to ask, which another finding tells
  }
}

/** Following a very long history takes a while, and somebody waits for us. */
const HISTORY_LIMIT_MS = 30_000

/** Whether the history is still what was written; the server has it open, and goes through it in pieces. */
async function examineHistory({ environment }: VerbCall): Promise<Finding[]> {
  const endMs = performance.now() + HISTORY_LIMIT_MS
  try {
    const client = connect(environment)
    const verify = (after: number) => client.call('GET /api/audit/verification', { query: { after } })
    let found = await verify(0)
    while (!found.complete && !found.broken && performance.now() < endMs)
      found = await verify(found.checkedTo)
    return [describeVerification(found)]
  } catch (error) {
    // An older server does not know how, and who may not read the history can't check it.
    if (!(error instanceof RefusedRequest) || error.status === 404 || error.status === 403) return []
    return [{ what: 'history', state: 'fail', detail: error.message, fix: error.hint }]
  }
}

/** A policy that can't be used asks for everything; people should know why. */
async function examineRules({ environment }: VerbCall): Promise<Finding[]> {
  try {
    const { file, problem, rules, defaults } = await connect(environment).call('GET /api/rules')
    if (problem === null)
      return [{ what: 'rules', state: 'ok', detail: `${rules.length} of your own; otherwise ${defaults}` }]
    const fix = `fix ${file}; \`cmux rules list\` shows its problems`
    return [{ what: 'rules', state: 'fail', detail: `policy.json ${problem}`, fix }]
  } catch {
    return [] // not running, or of an older release
  }
}

/** Which kinds of agents work here; known to the server, which has the environment that they would get. */
async function examineRuntimes({ environment }: VerbCall): Promise<Finding[]> {
  try {
    const { items } = await connect(environment).call('GET /api/runtimes')
    return items.map(describeRuntime)
  } catch {
    return [] // not running, or not well: the line on health has said so
  }
}

function describeRuntime({ name, ready, detail, hint, isDefault }: RuntimeOnMachine): Finding {
  const words = `${ready ? 'ready' : 'not ready'}: ${detail}${isDefault ? '; the default' : ''}`
  return { what: `runtime ${name}`, state: 'ok', detail: words, ...(!ready && { fix: hint }) }
}

/** Whether people would hear of anything; nobody is sent something for it. */
async function examineNotices({ environment }: VerbCall): Promise<Finding[]> {
  try {
    const client = connect(environment)
    const { channels } = await client.call('GET /api/notices', { query: { limit: '1' } })
    if (channels.length === 0) return []
    const { items } = await client.call('POST /api/notices/check')
    return items.map((check) => describeChannel(check, channels))
  } catch {
    return [] // not running, an older server, or a token that may not ask
  }
}

function describeChannel(
  { name, ok, detail, hint }: ChannelCheck,
  channels: readonly NoticeChannel[],
): Finding {
  const what = `notifications to ${name}`
  if (!ok) return { what, state: 'warn', detail, fix: hint }
  const known = channels.find((channel) => channel.name === name)
  if (known?.ok === false)
    return { what, state: 'warn', detail: known.error ?? 'failing', fix: `cmux notices test ${name}` }
  if (known && known.dead > 0) {
    const words = `${known.dead} of the last days were not delivered`
    return { what, state: 'warn', detail: words, fix: 'cmux notices list --state dead' }
  }
  return { what, state: 'ok', detail }
}

const MARK: Readonly<Record<Finding['state'], string>> = {
  ok: colors.green('✓'),
  warn: colors.yellow('!'),
  fail: colors.red('✗'),
}

function describe(findings: readonly Finding[]): string {
  const table = layoutTable(findings.map(({ what, detail }) => [what, detail])).split('\n')
  return findings
    .flatMap(({ state, fix }, index) => [
      `${MARK[state]} ${table[index]}`,
      ...(fix ? [`    fix: ${fix}`] : []),
    ])
    .join('\n')
}
