// The watchdog's children as processes: started with the socket as descriptor 3, spoken to over a pipe, ended by signal.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, closeSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Effect } from './mind/effect.ts'
import type { Happening } from './mind/happening.ts'
import { judgeEnd } from './mind/judge-end.ts'
import { measureBurden } from './machine/measure-burden.ts'
import { parseMessage, type WordDown } from './message.ts'
import { childSpeaker, parentSpeaker, type Speaker } from './speaker.ts'
import { ORPHAN } from './mind/state.ts'

const SOCKET = 3

export interface Family {
  spawn(effect: Extract<Effect, { do: 'spawn' }>): void
  tell(child: number, word: WordDown): void
  /** Shows everybody that we run, and says what troubles us. */
  beat(trouble: string | undefined): void
  signal(child: number, signal: NodeJS.Signals): void
  pidOf(child: number): number | undefined
  /** Milliseconds since the child was last heard of. */
  silenceMs(child: number): number
  /** The private socket on which a child can be asked, whoever has the port. */
  doorOf(child: number): string
}

export interface FamilyDeps {
  readonly home: string
  /** Why this must not be started, if so. */
  readonly faultOf: (role: 'server' | 'safe', release: string) => string | undefined
  readonly programOf: (role: 'server' | 'safe', release: string) => string
  /** Where the socket listens, in the words of a child's command line. */
  readonly address: readonly string[]
  readonly happen: (happening: Happening) => void
  readonly nowMs: () => number
  /** The kernel has killed for want of memory lately. */
  readonly hasRunOutOfMemory: () => boolean
}

export function makeFamily(deps: FamilyDeps): Family {
  const { home, happen, nowMs } = deps
  const members = new Map<number, { process: Speaker; heardMs: number }>()

  const join_ = (id: number, speaker: Speaker) => {
    members.set(id, { process: speaker, heardMs: nowMs() })
    speaker.onMessage((message) => {
      const member = members.get(id)
      if (member) member.heardMs = nowMs()
      hear(id, message, happen)
    })
    speaker.onGone((how, signal) => {
      if (!members.delete(id)) return
      remove(doorOf(home, id))
      const by = judgeEnd(signal, deps.hasRunOutOfMemory())
      happen({ kind: 'exited', child: id, how, ...(by && { by }) })
    })
  }
  if (process.connected) join_(ORPHAN, parentSpeaker())

  return {
    spawn({ child, role, release, clean }) {
      const fault = deps.faultOf(role, release)
      if (fault !== undefined) {
        happen({ kind: 'not startable', child, why: fault })
        return
      }
      if (clean) remove(join(home, 'watchdog', 'compile-cache'))
      const output = openOutput(home)
      try {
        const door = role === 'server' ? ['--door', doorOf(home, child)] : []
        const args = [deps.programOf(role, release), '--home', home, ...deps.address, ...door]
        const spawned = spawn(process.execPath, args, {
          cwd: home,
          detached: true,
          stdio: ['ignore', output, output, SOCKET, 'ipc'],
        })
        join_(child, childSpeaker(spawned))
        if (role === 'server') happen({ kind: 'burdened', child, ms: measureBurden(home, release) })
      } catch (error) {
        happen({ kind: 'not startable', child, why: String(error) })
      } finally {
        if (output !== 'inherit') closeSync(output)
      }
    },
    tell: (child, word) => members.get(child)?.process.say({ word }),
    beat(trouble) {
      const message = { word: 'beat', ...(trouble !== undefined && { trouble }) }
      for (const { process: member } of members.values()) member.say(message)
    },
    signal: (child, signal) => members.get(child)?.process.kill(signal),
    pidOf: (child) => members.get(child)?.process.pid(),
    silenceMs: (child) => nowMs() - (members.get(child)?.heardMs ?? Number.NEGATIVE_INFINITY),
    doorOf: (child) => doorOf(home, child),
  }
}

function doorOf(home: string, child: number): string {
  return join(home, 'watchdog', `door-${process.pid}-${child}`)
}

/** What is left over harms nobody; a home that can't be written must not keep us from the rest. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    process.stderr.write(`${path} could not be removed: ${String(error)}\n`)
  }
}

/** A home that can't be written must not keep anybody from starting: then the words go where ours go. */
function openOutput(home: string): number | 'inherit' {
  try {
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 })
    return openSync(join(home, 'logs', 'server.out'), 'a', 0o600)
  } catch {
    return 'inherit'
  }
}

function hear(child: number, message: unknown, happen: (happening: Happening) => void): void {
  const heard = parseMessage(message)
  if (!heard || heard.word === 'beat') return
  if (heard.word !== 'asked') happen({ kind: heard.word, child })
  else if (heard.what === 'promote' && heard.release !== undefined)
    happen({ kind: 'asked', what: 'promote', release: heard.release })
  else if (heard.what === 'restart' || heard.what === 'rollback') happen({ kind: 'asked', what: heard.what })
}
