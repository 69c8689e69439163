// One control-mode client of our tmux: commands go in, answers and news come out, until either side ends.
import type { Clock } from '../../core/clock.ts'
import { withLimit } from '../../lib/with-limit.ts'
import { startPiped } from '../process/start-piped.ts'
import { makeCommandQueue, type CommandQueue } from './command-queue.ts'
import { makeControlParser, type Block } from './control-parser.ts'
import type { Notification } from './parse-notification.ts'
import { SESSION } from './server-options.ts'
import type { TmuxProgram } from './tmux-program.ts'

export interface ControlConnection extends Pick<CommandQueue, 'run'> {
  readonly pid: number | undefined
  /** Settles with the reason when it is gone. */
  readonly ended: Promise<string>
  end(): void
}

export interface ConnectOptions {
  readonly tmux: TmuxProgram
  readonly clock: Clock
  hear(notification: Notification): void
  /** The order of the last output heard. */
  order(): number
}

/** Why there is no connection: only the first two are certain. */
export class ConnectFailure extends Error {
  readonly kind: 'no server' | 'no session' | 'unknown'
  constructor(reason: string) {
    super(reason)
    this.kind = FAILURES.find(([pattern]) => pattern.test(reason))?.[1] ?? 'unknown'
  }
}

const FAILURES = [
  [/^no server running on |^error connecting to .* \(No such file or directory\)$/, 'no server'],
  [/^can't find session|^no sessions/, 'no session'],
] as const

const CONNECT_LIMIT_MS = 2000
// It must not change sizes by being there. What we don't fetch within seconds is thrown away and told, so that a flood fills
// neither our memory nor tmux's.
const CLIENT_FLAGS = 'ignore-size,pause-after=3'

export async function connectControl({
  tmux,
  clock,
  hear,
  order,
}: ConnectOptions): Promise<ControlConnection> {
  const client = startPiped({
    ...tmux,
    args: [...tmux.args, '-N', '-C', 'attach-session', '-t', `=${SESSION}`, '-f', CLIENT_FLAGS],
  })
  const attached = Promise.withResolvers<void>()
  let farewell = ''
  const queue = makeCommandQueue({ clock, send: client.write, order, onStuck: client.kill })
  const parser = makeControlParser({
    onNotification(notification) {
      if (notification.kind === 'exit') farewell = notification.reason
      else hear(notification)
    },
    onBlock: (block) => (block.ours ? queue.take(block) : answerAttach(block, attached)),
    literalLines: queue.literalLines,
  })
  client.onOutput((chunk) => {
    try {
      parser.push(chunk)
    } catch (error) {
      farewell = error instanceof Error ? error.message : String(error)
      client.kill()
    }
  })
  const ended = client.ended.then((complaint) => {
    const reason = complaint || farewell || 'the tmux client ended'
    attached.reject(new ConnectFailure(reason))
    queue.close(reason)
    return reason
  })
  try {
    await withLimit(clock, CONNECT_LIMIT_MS, attached.promise, () => {
      throw new ConnectFailure(`tmux did not answer within ${CONNECT_LIMIT_MS} ms`)
    })
  } catch (error) {
    client.kill()
    throw error
  }
  return { pid: client.pid, run: queue.run, ended, end: client.kill }
}

/** The first block of all answers the attaching itself. */
function answerAttach({ ok, lines }: Block, attached: PromiseWithResolvers<void>): void {
  if (ok) attached.resolve()
  else attached.reject(new ConnectFailure(lines.join(' ')))
}
