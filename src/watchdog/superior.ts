// Who is above safe mode: the watchdog that started it or, after that one's death, another that it starts itself and hands
// the socket. A stopped watchdog keeps its pipes open, so silence counts as death.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isLockHeld } from './lock.ts'
import { parseOrder, type WordDown, type WordUp } from './message.ts'
import { childSpeaker, parentSpeaker, type Speaker } from './speaker.ts'

const SOCKET = 3
const BEAT_MS = 500
/** Ten beats missed are no accident. */
const SILENCE_MAX_MS = 5000
/** A watchdog of ours that ends sooner has found another one there, or can't run here: then there is no hurry. */
const LIFE_MIN_MS = 1000

export interface SuperiorDeps {
  readonly home: string
  /** Where the socket listens, in the words of a watchdog's command line. */
  readonly address: readonly string[]
  readonly hear: (word: WordDown) => void
  /** The watchdog is gone: false when another is not ours to start. */
  readonly mayReplace: () => Promise<boolean>
  readonly leave: () => void
  readonly nowMs: () => number
}

export interface Superior {
  say(word: WordUp): void
}

export function followSuperior(deps: SuperiorDeps): Superior {
  const { home, nowMs } = deps
  let above: Speaker
  let heardMs = 0
  let lookedMs = nowMs()
  let startedMs = Number.NEGATIVE_INFINITY

  const follow = (speaker: Speaker) => {
    above = speaker
    heardMs = nowMs()
    speaker.onMessage((message) => {
      heardMs = nowMs()
      const word = parseOrder(message)
      if (word !== undefined) deps.hear(word)
    })
    speaker.onGone(() => void replace())
  }

  const replace = async () => {
    const wasShort = nowMs() - startedMs < LIFE_MIN_MS
    // `down` leaves a note first: then nobody is to be brought back.
    const isOver = existsSync(join(home, 'watchdog', 'stopping'))
    const isTaken = wasShort && isLockHeld(join(home, 'watchdog', 'lock.db'))
    if (isOver || isTaken || !(await deps.mayReplace())) deps.leave()
    else if (wasShort) setTimeout(start, LIFE_MIN_MS)
    else start()
  }

  const start = () => {
    startedMs = nowMs()
    const program = join(home, 'watchdog', 'watchdog.mjs')
    const child = spawn(process.execPath, [program, '--home', home, ...deps.address, '--heir', ''], {
      detached: true,
      cwd: '/',
      stdio: ['ignore', 'inherit', 'inherit', SOCKET, 'ipc'],
    })
    follow(childSpeaker(child))
  }

  setInterval(() => {
    above.say({ word: 'beat' })
    // If we ourselves have not run for so long, what was said meanwhile is still to be read.
    if (nowMs() - lookedMs > SILENCE_MAX_MS / 2) heardMs = nowMs()
    lookedMs = nowMs()
    if (nowMs() - heardMs > SILENCE_MAX_MS) above.kill('SIGKILL')
  }, BEAT_MS)
  follow(parentSpeaker())
  return { say: (word) => above.say({ word }) }
}
