// `node hook.mjs RUNTIME EVENT`, called by an agent's CLI: hands the event to the server and prints what it answers. It ends
// with 0 whatever happens, and says nothing but answers: all that it prints goes into the agent's conversation.
import { askServer, denySilence } from './ask-server.ts'
import { denyAnswer, GATE_WAIT_SEC, type HookAnswer } from './gate.ts'
import { limitOf } from './limit-of.ts'
import { makeRequestId } from './make-request-id.ts'
import { parseAddress } from './parse-address.ts'
import { readInput } from './read-input.ts'

/** Time for an answer that came at the last moment to be printed. */
const GRACE_MS = 500

const [, , runtime = '', event = ''] = process.argv
const { CMUX_URL, CMUX_TOKEN_FILE, CMUX_HOOK_WAIT_SEC } = process.env
const gateMs = parseSeconds(CMUX_HOOK_WAIT_SEC) * 1000

async function answerEvent(): Promise<HookAnswer> {
  const address = parseAddress(CMUX_URL)
  if (!address) return denyAnswer(event, 'The hook was not given an address of cmux on this machine.')
  if (CMUX_TOKEN_FILE === undefined) return denyAnswer(event, 'The hook was given no token for cmux.')
  const body = await readInput(process.stdin)
  if (!body) return denyAnswer(event, 'What the agent told of its plan is too large or incomplete.')
  // From here on each question has its limit.
  clearTimeout(inputLimit)
  const request = { address, tokenFile: CMUX_TOKEN_FILE, runtime, event, body, requestId: makeRequestId() }
  return askServer(request, { gateMs })
}

function parseSeconds(text: string | undefined): number {
  const seconds = Number(text ?? '')
  return seconds > 0 && Number.isFinite(seconds) ? seconds : GATE_WAIT_SEC
}

function leave(answer: HookAnswer): void {
  if (Object.keys(answer).length === 0) process.exit(0)
  // The CLI may have stopped listening: then there is nobody left to tell.
  process.stdout.on('error', () => process.exit(0))
  process.stdout.write(JSON.stringify(answer), () => process.exit(0))
}

process.on('uncaughtException', () => leave(denyAnswer(event, 'The hook of cmux failed.')))
const limitMs = limitOf(event, gateMs)
// A CLI that never closes our input must not be held up by it.
const inputLimit = setTimeout(() => leave(denySilence(event, limitMs)), limitMs + GRACE_MS).unref()
answerEvent().then(leave, () => leave(denyAnswer(event, 'The hook of cmux failed.')))
