// Commands on their way to tmux, and which answer is whose. A command may be answered by several blocks, so each is followed
// by a mark of ours: what comes before the mark's own block belongs to it.
import type { Clock } from '../../core/clock.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Block } from './control-parser.ts'
import { quoteCommand, quoteSequence } from './quote-command.ts'

export interface Command {
  readonly words: readonly string[]
  /** How many lines its answer has for sure, where they hold what a program printed. */
  readonly literalLines?: (earlier: readonly Answer[]) => number
}

export interface Answer extends Pick<Block, 'ok' | 'lines'> {
  /** The order of the last output that came before it. */
  readonly order: number
}

export interface CommandQueue {
  /** Runs them one after the other without anything in between; rejects when one is refused, or without an answer in time. */
  run(commands: readonly Command[], limitMs?: number): Promise<readonly Answer[]>
  take(block: Block): void
  literalLines(): number
  /** Nothing will be answered any more. */
  close(reason: string): void
}

export interface QueueOptions {
  readonly clock: Clock
  send(text: string): void
  order(): number
  /** The other end gives no answer at all. */
  onStuck(): void
}

const COMMAND_LIMIT_MS = 2000
/** Longer than a busy machine makes tmux wait; then a new connection is the better bet. */
const STUCK_LIMIT_MS = 10_000
const WAITING_MAX = 1000
/** Some pastes of 1 MiB, quoted. */
const WAITING_MAX_CHARS = 16 * 1024 * 1024

interface Request {
  readonly commands: readonly Command[]
  readonly mark: string
  readonly answers: Answer[]
  readonly chars: number
  settle(error: Error | undefined): void
  cancel(): void
}

export function makeCommandQueue({ clock, send, order, onStuck }: QueueOptions): CommandQueue {
  const waiting: Request[] = []
  let count = 0
  let chars = 0
  let closed: string | undefined

  return {
    run(commands, limitMs = COMMAND_LIMIT_MS) {
      if (closed !== undefined) return Promise.reject(unavailable(closed))
      const mark = `cmux-${(count += 1)}`
      const text = `${quoteSequence(commands.map(({ words }) => words))}\n${quoteCommand(['display-message', '-p', mark])}\n`
      if (waiting.length >= WAITING_MAX || chars + text.length > WAITING_MAX_CHARS)
        return Promise.reject(unavailable('too many commands wait for tmux'))

      const { promise, resolve, reject } = Promise.withResolvers<readonly Answer[]>()
      const answers: Answer[] = []
      const cancels = [
        clock.after(limitMs, () => reject(unavailable(`tmux gave no answer within ${limitMs} ms`))),
        clock.after(Math.max(limitMs, STUCK_LIMIT_MS), onStuck),
      ]
      waiting.push({
        commands,
        mark,
        answers,
        chars: text.length,
        settle: (error) => (error ? reject(error) : resolve(answers)),
        cancel: () => cancels.forEach((cancel) => cancel()),
      })
      chars += text.length
      send(text)
      return promise
    },

    take({ ok, lines }) {
      const request = waiting[0]
      if (!request) return
      if (lines.length !== 1 || lines[0] !== request.mark) {
        request.answers.push({ ok, lines, order: order() })
        return
      }
      // One that was given up long ago is answered, too; it only keeps its place until then.
      waiting.shift()
      chars -= request.chars
      request.cancel()
      const refused = request.answers.find((answer) => !answer.ok)
      request.settle(refused && describeRefusal(refused.lines.join(' ')))
    },

    literalLines() {
      const request = waiting[0]
      return request?.commands[request.answers.length]?.literalLines?.(request.answers) ?? 0
    },

    close(reason) {
      closed ??= reason
      for (const request of waiting.splice(0)) {
        request.cancel()
        request.settle(unavailable(reason))
      }
    },
  }
}

function unavailable(reason: string): CmuxError {
  return new CmuxError('TERMINALS_UNAVAILABLE', reason)
}

function describeRefusal(message: string): CmuxError {
  const isGone = /^can't find (pane|window)/.test(message)
  return new CmuxError(isGone ? 'TERMINAL_GONE' : 'TERMINAL_REFUSED', `tmux says: ${message}`)
}
