// The sandbox in which the servers of a rehearsal run, and the way to them; or none, because a person said so.
import { join } from 'node:path'
import type { RehearsalStep } from '../../protocol/releases/rehearsal.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { SandboxedCommand } from '../../protocol/agents/sandbox-order.ts'
import { composeSandbox } from '../build/compose-sandbox.ts'
import { makeTerminals } from './end-terminals.ts'
import { openRelay } from './relay.ts'

export type StageSandbox =
  | {
      readonly kind: 'sandboxed'
      /** Its further words are those of a server. */
      readonly command: readonly string[]
      /** On our loopback, and on the one inside. */
      readonly port: number
    }
  | { readonly kind: 'bare' }

export interface OpenedSandbox extends Disposable {
  /** Undefined when there is none, and there has to be. */
  readonly sandbox: StageSandbox | undefined
  readonly step: RehearsalStep
}

interface SandboxWish {
  readonly home: string
  readonly copy: string
  /** The candidate is a person's own build: where no sandbox works it is rehearsed without one. */
  readonly isOwn: boolean
}

export async function openSandbox(wish: SandboxWish): Promise<OpenedSandbox> {
  const beganMs = performance.now()
  const answer = await compose(wish)
  const step = (passed: boolean | null, detail: string): RehearsalStep => {
    const tookMs = Math.round(performance.now() - beganMs)
    return { leg: 'forward', check: 'sandbox', passed, detail, tookMs }
  }
  const nothing = { [Symbol.dispose]: () => undefined }
  if (answer.kind === 'refused') return { ...nothing, sandbox: undefined, step: step(false, answer.why) }
  if (answer.kind === 'bare') {
    makeTerminals(wish.copy)
    const detail = `it runs without a sandbox: ${answer.why}`
    return { ...nothing, sandbox: { kind: 'bare' }, step: step(null, detail) }
  }
  const relay = await openRelay(wish.copy)
  return {
    sandbox: { kind: 'sandboxed', command: answer.command, port: relay.port },
    step: step(true, 'it sees a copy of the data without secrets, and no network but its own loopback'),
    [Symbol.dispose]: () => relay[Symbol.dispose](),
  }
}

async function compose({
  home,
  copy,
  isOwn,
}: SandboxWish): Promise<SandboxedCommand | { readonly kind: 'refused'; readonly why: string }> {
  const programs = import.meta.dirname
  const command = [process.execPath, join(programs, 'rehearsal-inside.mjs')] as const
  try {
    return await composeSandbox(programs, { kind: 'rehearsal', home, place: { folder: copy, command } })
  } catch (error) {
    if (!(error instanceof CmuxError)) throw error
    const why = `${error.message} (${error.hint})`
    return { kind: isOwn ? 'bare' : 'refused', why }
  }
}
