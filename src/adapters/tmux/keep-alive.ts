// A question a second that changes nothing. After a flood, tmux 3.3a may say no more until it is asked something; and a
// connection that has died without a word is found out.
import type { Clock } from '../../core/clock.ts'
import type { ControlConnection } from './control-connection.ts'

const BEAT_EVERY_MS = 1000
const BEAT = [{ words: ['display-message', '-p', 'beat'] }]

export function keepAlive({ run, ended }: ControlConnection, clock: Clock): void {
  let isOver = false
  let cancel: (() => void) | undefined
  const beatLater = () => {
    if (!isOver) cancel = clock.after(BEAT_EVERY_MS, () => void beat())
  }
  const beat = async () => {
    // Without an answer the queue itself ends the connection.
    await run(BEAT).catch(() => undefined)
    beatLater()
  }
  const stop = async () => {
    await ended
    isOver = true
    cancel?.()
  }
  void stop()
  beatLater()
}
