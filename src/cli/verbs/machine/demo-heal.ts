// The self-healing show: an agent proposes three changes of a service that is in use. Each ends as it should, and nobody who uses the
// service notices; else the show has failed, and says so.
import type { Client } from '../../../client/make-client.ts'
import { printable } from '../../../lib/printable.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Change, ChangeState } from '../../../protocol/changes/change.ts'
import type { HealDemo } from '../../../protocol/demo.ts'
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import type { Event } from '../../../protocol/event.ts'
import { connect } from '../../connect.ts'
import { countRequests, type RequestCounter } from '../../count-requests.ts'
import { followHistory } from '../../follow-history.ts'
import { retryWhileDown } from '../../retry-while-down.ts'
import type { RunVerb } from '../../verb.ts'
import { up } from './up.ts'

interface Act {
  readonly file: string
  readonly intro: string
  readonly ends: ChangeState
}

const ACTS: readonly Act[] = [
  { file: 'good', intro: '1. a good change', ends: 'good' },
  { file: 'fails-its-tests', intro: '2. a change that fails its tests', ends: 'refused' },
  {
    file: 'breaks-when-it-runs',
    intro: '3. a change that passes its tests, and breaks a moment after it serves',
    ends: 'rolled_back',
  },
]

const LOOK_EVERY_MS = 150
/** Longer than any step takes on a busy machine. */
const STEP_LIMIT_MS = 120_000

interface Stage {
  readonly client: Client
  readonly demo: HealDemo
  readonly counter: RequestCounter
  readonly tell: (text: string) => void
}

export const demoHeal: RunVerb = async (call) => {
  const beganMs = performance.now()
  const elapsed = () => `${((performance.now() - beganMs) / 1000).toFixed(1)} s`.padStart(7)
  const tell = (text: string) => {
    if (!call.json) process.stdout.write(`${elapsed()}  ${printable(text)}\n`)
  }
  const started = await up(call)
  if ('text' in started) for (const line of started.text.split('\n')) tell(line)
  const client = connect(call.environment)
  const demo = await client.call('POST /api/demo/heal')
  tell(`project ${demo.project} has a service; cmux starts it and holds its port`)
  const port = await waitForPort(client, demo)
  tell(`the service is healthy: http://127.0.0.1:${port}; from now on it gets 50 requests a second`)
  const counter = countRequests(port)
  const ended: { change: string; wanted: string; state: string }[] = []
  for (const act of ACTS) {
    const change = await play({ client, demo, counter, tell }, act)
    ended.push({ change: change.id, wanted: act.ends, state: change.state })
  }
  const { asked, failed, lastFailure } = await counter.end()
  const isAsTold = ended.every(({ wanted, state }) => wanted === state)
  const tookSec = Math.round((performance.now() - beganMs) / 100) / 10
  tell(failed === 0 ? 'no request to the service failed' : `the last failure: ${lastFailure}`)
  return {
    json: { requests: asked, failed, tookSec, changes: ended },
    text: `${asked} requests, ${failed} failed`,
    ...((failed > 0 || !isAsTold) && { exitCode: 1 as const }),
  }
}

async function waitForPort(client: Client, { project }: HealDemo): Promise<number> {
  return until('the service does not become healthy', async () => {
    const { items } = await client.call('GET /api/services')
    const ward = items.find((one) => one.project === project)
    const isThere = ward?.status === 'well' && ward.serving === ward.wanted.commit
    return isThere ? (ward.port ?? undefined) : undefined
  })
}

async function play({ client, demo, counter, tell }: Stage, { file, intro, ends }: Act): Promise<Change> {
  tell('')
  tell(`${intro}: ${demo.agent} proposes changes/${file}.json`)
  const history = await followHistory(client)
  const body = { to: demo.agent, body: `propose changes/${file}.json` }
  await client.call('POST /api/messages', { body })
  let id: string | undefined
  const state = await until(`no change came of changes/${file}.json`, async () => {
    for (const event of await retryWhileDown(history)) {
      id ??= plannedBy(event, demo)
      const text = id === undefined ? undefined : describe(event, id, demo)
      if (text !== undefined) tell(`   ${text}`)
      if (event.type === 'change.moved' && event.data['id'] === id && isEnd(String(event.data['to'])))
        return String(event.data['to'])
    }
    return undefined
  })
  const { asked, failed } = counter.counts()
  tell(
    `   ${state === ends ? 'as expected' : `expected: ${describeChangeState(ends)}`}; ${asked} requests so far, ${failed} failed`,
  )
  return client.call('GET /api/improvements/:id', { params: { id: id as ChangeId } })
}

function plannedBy({ type, actor, data }: Event, { agent, project }: HealDemo): string | undefined {
  const isOurs = type === 'change.planned' && actor === `agent:${agent}` && data['project'] === project
  return isOurs ? String(data['id']) : undefined
}

const ENDS: readonly string[] = ['good', 'refused', 'rolled_back', 'canceled'] satisfies ChangeState[]
const isEnd = (state: string) => ENDS.includes(state)

const STATES: Readonly<Record<string, string>> = {
  checking: 'running checks, sandboxed in a copy of the code',
  rehearsing: 'rehearsing: the new service is started apart and its health is checked',
  adopting: 'merging: the main branch moves',
  restarting: 'restarting soon: there is a moment to cancel',
  soaking: 'on probation: the new version starts beside the old one and serves when it is healthy',
  good: 'MERGED',
  refused: 'CHECKS FAILED',
  rolling_back: 'ROLLING BACK',
  rolled_back: 'ROLLED BACK: the main branch has a commit that undoes the change',
}

function describe({ type, data }: Event, id: string, { project }: HealDemo): string | undefined {
  if (type === 'change.moved' && data['id'] === id) {
    const words = STATES[String(data['to'])]
    const note = typeof data['note'] === 'string' && data['to'] !== data['from'] ? `: ${data['note']}` : ''
    return words === undefined || data['to'] === data['from'] ? undefined : `${words}${note}`
  }
  if (type === 'change.checked' && data['id'] === id)
    return `${String(data['check'])} ${String(data['detail'])}`
  if (type === 'service.served' && data['project'] === project)
    return `requests are now served by ${String(data['commit']).slice(0, 12)}`
  return undefined
}

async function until<T>(problem: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + STEP_LIMIT_MS
  while (performance.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new CmuxError('TIMED_OUT', problem, { hint: 'see `cmux status` and `cmux agent list`' })
}
