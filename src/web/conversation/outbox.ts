// What was said and is not known to be accepted: kept over reloads and outages, sent one after the other in order, and each
// under an id of its own, so that sending it again after a lost answer is harmless.
import { RefusedRequest } from '../../client/make-client.ts'

export interface Letter {
  readonly id: string
  readonly to: string
  readonly subject: string | null
  readonly body: string
  readonly atMs: number
}

export type LetterState =
  | { readonly kind: 'waiting' }
  /** It went out at least once, and no answer came: the server may have it already. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string }
  /** The server has it; it is shown here until the conversation shows it. */
  | { readonly kind: 'accepted' }

export interface Posted extends Letter {
  readonly state: LetterState
}

export interface Outbox {
  readonly letters: () => readonly Posted[]
  readonly subscribe: (listener: () => void) => () => void
  post(letters: readonly Letter[]): void
  /** Takes out what surely never arrived, or arrived and is shown; false for what may still be under way. */
  drop(id: string): boolean
  /** There is a server again. */
  resume(): void
}

export interface OutboxDeps {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  readonly send: (letter: Letter) => Promise<unknown>
  /** Runs it later. */
  readonly later: (run: () => void) => void
}

interface State {
  readonly deps: OutboxDeps
  readonly listeners: Set<() => void>
  posted: readonly Posted[]
  isSending: boolean
}

/** One entry a letter: two tabs never overwrite each other's. */
const PREFIX = 'cmux.outbox.'

export function makeOutbox(deps: OutboxDeps): Outbox {
  const state: State = { deps, listeners: new Set(), posted: readKept(deps.storage), isSending: false }
  return {
    letters: () => state.posted,
    subscribe(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    post(letters) {
      const posted = letters.map((letter): Posted => ({ ...letter, state: { kind: 'waiting' } }))
      for (const letter of posted) keep(state, letter)
      change(state, [...state.posted, ...posted])
      void sendAll(state)
    },
    drop(id) {
      const letter = state.posted.find((posted) => posted.id === id)
      if (letter?.state.kind === 'unanswered') return false
      deps.storage.removeItem(PREFIX + id)
      change(
        state,
        state.posted.filter((posted) => posted.id !== id),
      )
      return true
    },
    resume: () => void sendAll(state),
  }
}

async function sendAll(state: State): Promise<void> {
  if (state.isSending) return
  state.isSending = true
  try {
    for (let next = firstToSend(state); next; next = firstToSend(state)) await sendOne(state, next)
  } catch {
    // No answer, or one that heals by itself: all that follows waits behind it, so that the order stays.
    state.deps.later(() => void sendAll(state))
  } finally {
    state.isSending = false
  }
}

async function sendOne(state: State, letter: Posted): Promise<void> {
  // Known before it goes out: whoever opens the page after a crash must not take it for unsent.
  move(state, letter, { kind: 'unanswered' })
  try {
    await state.deps.send(letter)
  } catch (error) {
    if (!isFinal(error)) throw error
    move(state, letter, { kind: 'refused', why: error.message, hint: error.hint })
    return
  }
  move(state, letter, { kind: 'accepted' })
}

function firstToSend({ posted }: State): Posted | undefined {
  return posted.find(({ state: { kind } }) => kind === 'waiting' || kind === 'unanswered')
}

/** Not logged in, too many at once: the same letter is welcome later. */
const HEALS: ReadonlySet<number> = new Set([401, 408, 429])

function isFinal(error: unknown): error is RefusedRequest {
  return error instanceof RefusedRequest && error.status < 500 && !HEALS.has(error.status)
}

function move(state: State, letter: Posted, to: LetterState): void {
  const moved = { ...letter, state: to }
  if (to.kind === 'accepted') state.deps.storage.removeItem(PREFIX + letter.id)
  else keep(state, moved)
  change(
    state,
    state.posted.map((posted) => (posted.id === letter.id ? moved : posted)),
  )
}

function keep({ deps }: State, letter: Posted): void {
  try {
    deps.storage.setItem(PREFIX + letter.id, JSON.stringify(letter))
  } catch {
    // The browser has no more room: it is still here and sent, it only does not outlive the page.
    deps.storage.removeItem(PREFIX + letter.id)
  }
}

function change(state: State, posted: readonly Posted[]): void {
  state.posted = posted
  for (const listener of state.listeners) listener()
}

function readKept(storage: OutboxDeps['storage']): readonly Posted[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => JSON.parse(storage.getItem(key) ?? '') as Posted)
    .toSorted((a, b) => a.atMs - b.atMs)
}
