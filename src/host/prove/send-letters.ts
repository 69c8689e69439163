// Senders that send all the while, each one message after the other, and each again until somebody has said that it is kept.
import http from 'node:http'
import { ERROR_CATALOGUE, type ErrorCode } from '../../protocol/error-catalogue.ts'
import type { AcceptedLedger } from './accepted-ledger.ts'
import { describeLoss } from './describe-loss.ts'
import type { Failure, How } from './judge-failures.ts'
import { ask, pause, runCmux, type Stage } from './stage.ts'
import { writeLetter, type Letter } from './write-letter.ts'

/** One uses `cmux send`, which writes into the spool while cmux is down; of the others half keep their connections. */
const BY_HTTP = 12
const COMMAND = 'command'
const SENDERS = [...Array.from({ length: BY_HTTP }, (_, index) => `sender-${index + 1}`), COMMAND]
/** A command is a process each time: more of them would only measure the machine. */
const COMMAND_EVERY_MS = 1500
const AGAIN_AFTER_MS = 50

export interface Post {
  readonly stage: Stage
  readonly ledger: AcceptedLedger
  readonly seed: number
  /** Wanted in all, and a second. */
  readonly messages: number
  readonly perSec: number
  readonly onRequest: (failure?: Failure) => void
}

/** Resolves when all are accepted. */
export async function sendLetters(post: Post): Promise<void> {
  const { messages } = post
  const taken = { count: 0 }
  const isLeft = () => taken.count < messages
  await Promise.all(
    SENDERS.map(async (from, place) => {
      const agent = place % 2 === 0 ? new http.Agent({ keepAlive: true }) : false
      const everyMs = from === COMMAND ? COMMAND_EVERY_MS : (BY_HTTP / post.perSec) * 1000
      for (let number = 1; isLeft(); number += 1) {
        taken.count += 1
        const nextMs = performance.now() + everyMs
        const letter = writeLetter(post.seed, from, number, post.stage.agents)
        await sendUntilAccepted(post, letter, agent)
        await pause(post.stage, Math.max(0, nextMs - performance.now()))
      }
      if (agent) agent.destroy()
    }),
  )
}

async function sendUntilAccepted(post: Post, letter: Letter, agent: http.Agent | false): Promise<void> {
  const { stage, ledger, onRequest } = post
  for (;;) {
    const failure =
      letter.from === COMMAND ? await sendByCommand(stage, letter) : await sendByHttp(stage, letter, agent)
    onRequest(failure && { ...failure, atMs: performance.now(), request: `message ${letter.id}` })
    if (!failure) break
    await pause(stage, AGAIN_AFTER_MS)
  }
  const { body: _, ...record } = letter
  await ledger.append(record)
}

async function sendByHttp(stage: Stage, letter: Letter, agent: http.Agent | false): Promise<How | undefined> {
  const { id, from, to, body } = letter
  try {
    const { status } = await ask(stage, 'POST', '/api/messages', { body: { id, from, to, body }, agent })
    return status < 300 ? undefined : { how: 'answered', status }
  } catch (error) {
    return describeLoss(error)
  }
}

async function sendByCommand(stage: Stage, { id, from, to, body }: Letter): Promise<How | undefined> {
  const { code, stdout } = await runCmux(stage, 'send', to, body, '--from', from, '--id', id, '--json')
  return code === 0 ? undefined : readRefusal(stdout)
}

/** What the command says it was told, as the status that stands for it. */
function readRefusal(stdout: string): How {
  const word = /"code":"(\w+)"/.exec(stdout)?.[1] ?? 'INTERNAL'
  if (word === 'NOT_RUNNING') return { how: 'refused' }
  const { status } = ERROR_CATALOGUE[(word in ERROR_CATALOGUE ? word : 'INTERNAL') as ErrorCode]
  return { how: 'answered', status }
}
