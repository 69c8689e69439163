// Asks cmux to push what git named, waits for a person, and answers git a line a ref.
import type { Client } from '../../client/make-client.ts'
import type { AskPush, Push } from '../../protocol/changes/push.ts'

export interface PushLine {
  /** Empty to delete. */
  readonly from: string
  readonly to: string
  readonly force: boolean
}

export interface PushLines {
  readonly remote: string
  readonly lines: readonly PushLine[]
  /** `--force-with-lease`: what each ref has to be now; zeros for none. */
  readonly leases: ReadonlyMap<string, string>
  readonly isDry: boolean
}

/** Shorter than the time that agents' programs give a command. After it the person is still asked, and a message tells the outcome. */
const WAIT_MAX_MS = 100_000
const WAIT_SEC = 20
const PUSHABLE = /^(?:HEAD|refs\/\S+|[0-9a-f]{40}|[0-9a-f]{64}|)$/

export async function answerPush(
  client: Client,
  { remote, lines, leases, isDry }: PushLines,
  tell: (text: string) => void,
): Promise<string[]> {
  const refuse = (why: string) => lines.map(({ to }) => `error ${to} ${why.replaceAll(/\s+/g, ' ')}`)
  if (!lines.every(({ from }) => PUSHABLE.test(from)))
    return refuse('cmux pushes branches, tags, HEAD and whole ids; name one of these')
  const moves = lines.map(({ from, to, force }): NonNullable<AskPush['moves']>[number] => {
    const lease = leases.get(to)
    const expected = lease === undefined ? {} : { expected: /^0*$/.test(lease) ? null : lease }
    return { from: from === '' ? null : from, to, force: force || lease !== undefined, ...expected }
  })
  try {
    const body = { remote, moves, dryRun: isDry, force: false, highRisk: false }
    const push = await waitFor(client, await client.call('POST /api/pushes', { body }), tell)
    if (isDry || push.state === 'pushed') {
      await confirm(client, push)
      return lines.map(({ to }) => `ok ${to}`)
    }
    if (isOpen(push))
      return refuse(
        `a person has not answered yet (${push.id}); it is pushed when they agree, and a message tells you: do not push again`,
      )
    await confirm(client, push)
    return refuse(push.note ?? push.state)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const isOpen = ({ state }: Push) => state === 'waiting' || state === 'approved'

async function waitFor(client: Client, asked: Push, tell: (text: string) => void): Promise<Push> {
  const { id } = asked
  if (id === null || !isOpen(asked)) return asked
  tell(`a person is asked (${id}): ${asked.title}`)
  const end = performance.now() + WAIT_MAX_MS
  let push = asked
  while (isOpen(push) && performance.now() < end)
    push = await client.call('GET /api/pushes/:id', { params: { id }, query: { wait: WAIT_SEC } })
  return push
}

/** From here on no message tells it again. One that was told twice by a crash in between does no harm. */
async function confirm(client: Client, { id }: Push): Promise<void> {
  if (id !== null) await client.call('POST /api/pushes/:id/told', { params: { id } })
}
