// Notices to the outside, put together: the desk with its channels, and the ways on which answers come back.
import type { Logger } from 'pino'
import { makeNotifier } from '../../adapters/notify/make-notifier.ts'
import { makeSlackOpener } from '../../adapters/notify/open-slack.ts'
import { parsePressForm } from '../../adapters/notify/parse-press.ts'
import type { ReadSecret } from '../../adapters/notify/read-secret.ts'
import { makePressTaker } from '../../adapters/notify/press-taker.ts'
import { runSlackSocket } from '../../adapters/notify/slack-socket.ts'
import { makeReplayWatch } from '../../adapters/notify/make-replay-watch.ts'
import { verifySlackSignature, type SignedRequest } from '../../adapters/notify/verify-slack-signature.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import { answerPress } from '../../core/notices/answer-press.ts'
import type { ApprovalDesk } from '../../core/notices/approval-desk.ts'
import { makeNoticeDesk, type NoticeDesk } from '../../core/notices/notice-desk.ts'
import type { Store } from '../../core/store.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Config } from '../../protocol/config.ts'

const SIGNING_SECRET = 'slack-signing-secret'

export interface NoticeRoom extends Omit<NoticeDesk, 'start' | 'stop'> {
  start(): void
  stop(): Promise<void>
  /** A request that says it is from Slack; refused unless it proves it. */
  takeSlackRequest(request: SignedRequest): Promise<void>
}

export interface NoticeRoomDeps {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly log: Logger
  readonly readSecret: ReadSecret
  readonly approvals: ApprovalDesk
  /** The address of this server. */
  readonly url: () => string
}

export function makeNoticeRoom(deps: NoticeRoomDeps): NoticeRoom {
  const { config, approvals, log, clock, readSecret } = deps
  const settings = config.notices
  const onError = (error: unknown, doing: string) => log.warn({ err: error }, doing)
  const limitMs = settings.sendSec * 1000
  const openSlack = makeSlackOpener({ apiUrl: settings.slack.apiUrl, limitMs, readSecret })
  const notifiers = Object.fromEntries(
    Object.entries(settings.channels).map(([name, channel]) => [
      name,
      makeNotifier(name, channel, { readSecret, openSlack, limitMs }),
    ]),
  )
  const baseUrl = () => (settings.baseUrl ?? deps.url()).replace(/\/+$/, '')
  const desk = makeNoticeDesk({ ...deps, settings, notifiers, baseUrl, onError })
  const pressDeps = { approvals, people: settings.slack.people, onError }
  const take = makePressTaker({ answer: (press) => answerPress(pressDeps, press), onError })
  const isFirst = makeReplayWatch(() => clock.monotonicMs())
  const ended = new AbortController()
  let isStarted = false

  return {
    ...desk,
    start() {
      if (isStarted) return
      isStarted = true
      desk.start()
      if (settings.slack.socket) void runSlackSocket({ openSlack, take, onError }, ended.signal)
    },
    async stop() {
      ended.abort()
      await desk.stop()
    },
    async takeSlackRequest(request) {
      // Without a secret nobody can prove anything.
      const secret = await readSecret(SIGNING_SECRET).catch(() => undefined)
      if (secret === undefined || !verifySlackSignature(secret, request, clock.nowMs()) || !isFirst(request))
        throw new CmuxError('UNAUTHENTICATED', 'this is not signed by Slack, too old, or was heard before', {
          hint: `write Slack's signing secret to secrets/${SIGNING_SECRET} in the home, and look at the clock`,
        })
      const heard = parsePressForm(request.body)
      if (heard) await take(heard)
    },
  }
}
