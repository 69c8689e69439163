// What cmux told people elsewhere, and whether it gets there.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Notice, NoticeChannel } from '../../protocol/notifications/notice.ts'
import { connect } from '../connect.ts'
import { layoutTable } from '../layout/layout.ts'
import type { RunVerb } from '../verb.ts'

const STATES = ['waiting', 'delivered', 'dead'] as const

export const listNotices: RunVerb = async ({ environment, options }) => {
  const { channel, state, limit } = options
  const query = {
    ...(typeof channel === 'string' && { channel }),
    ...(state !== undefined && { state: readState(state) }),
    limit: typeof limit === 'string' ? limit : '20',
  }
  const found = await connect(environment).call('GET /api/notices', { query })
  return { json: found, text: describe(found.items, found.channels) }
}

export const testNotices: RunVerb = async ({ environment, args: [channel] }) => {
  const body = channel === undefined ? {} : { channel }
  const { items } = await connect(environment).call('POST /api/notices/test', { body })
  const names = items.map((notice) => notice.channel).join(', ')
  const text = `sent to ${names}; \`cmux notices list\` shows the result`
  return { json: items, text: items.length === 0 ? NOTHING_SET : text }
}

const NOTHING_SET = 'no channel is configured: see notices.channels in docs/operating.md'

function readState(state: unknown): (typeof STATES)[number] {
  const found = STATES.find((each) => each === state)
  if (found) return found
  throw new CmuxError('USAGE', `--state must be one of ${STATES.join(', ')}`)
}

function describe(notices: readonly Notice[], channels: readonly NoticeChannel[]): string {
  if (channels.length === 0) return NOTHING_SET
  const failing = channels.filter(({ ok }) => !ok)
  return [
    notices.length === 0
      ? 'no notifications yet'
      : layoutTable(
          notices
            .toReversed()
            .map((notice) => [notice.at, notice.channel, describeState(notice), notice.kind, notice.title]),
        ),
    ...failing.map(
      ({ name, waiting, error }) => `${name} is failing, ${waiting} waiting: ${error ?? 'unknown reason'}`,
    ),
  ].join('\n')
}

const describeState = ({ state, attempts }: Notice) =>
  state === 'waiting' && attempts > 0 ? `tried ${attempts}` : state
