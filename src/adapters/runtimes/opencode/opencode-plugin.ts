// OpenCode has no hooks but plug-ins: this one hands on what we read, through our hook program, and asks before a tool runs.
// A child session is a subagent's; only the plug-in sees which is which.
import { HOOK_LIMITS_SEC } from '../hook-limits.ts'

const LIMITS_MS = { gate: HOOK_LIMITS_SEC.gate * 1000, news: HOOK_LIMITS_SEC.news * 1000 }

/** More of what a tool gave back is not kept. */
const OUTPUT_MAX_CHARS = 64 * 1024

const TOLD = ['session.created', 'session.compacted', 'permission.asked', 'question.asked', 'message.updated']

export function opencodePlugin(hookCommand: readonly string[]): string {
  const [program = '', ...args] = hookCommand
  return `// Written by cmux at each start of the agent.
import { spawn } from 'node:child_process'

const PROGRAM = ${JSON.stringify(program)}
const ARGS = ${JSON.stringify([...args, 'opencode'])}
const TOLD = ${JSON.stringify(TOLD)}
const OUTPUT_MAX = ${OUTPUT_MAX_CHARS}
const children = new Set()
const failures = new Map()
let told = Promise.resolve()

function run(event, payload, timeout) {
  return new Promise((resolve) => {
    const hook = spawn(PROGRAM, [...ARGS, event], { stdio: ['pipe', 'pipe', 'ignore'], timeout })
    let answer = ''
    hook.stdout.on('data', (part) => (answer += part))
    hook.on('error', () => resolve({ code: 1, answer }))
    hook.on('close', (code) => resolve({ code, answer }))
    hook.stdin.on('error', () => hook.kill())
    hook.stdin.end(JSON.stringify({ ...payload, child: children.has(payload.sessionID) }))
  })
}

// One after the other, so that they arrive in the order in which things happened.
function tell(event, payload) {
  told = told.then(() => run(event, payload, ${LIMITS_MS.news}))
}

function refusal({ code, answer }) {
  if (code !== 0) return 'cmux could not be asked'
  if (answer.trim() === '') return undefined
  const { permissionDecision, permissionDecisionReason } = JSON.parse(answer).hookSpecificOutput ?? {}
  return permissionDecision === 'deny' ? (permissionDecisionReason ?? 'refused') : undefined
}

export const Cmux = async () => ({
  event: async ({ event: { type, properties } }) => {
    const { sessionID, info } = properties
    if (type === 'session.created' && info.parentID) children.add(sessionID)
    if (type === 'session.error') failures.set(sessionID, properties.error)
    if (type === 'message.updated' && !info.time.completed) return
    if (TOLD.includes(type)) tell(type, properties)
    // Said to its end: while it is being said it changes with every word.
    if (type === 'message.part.updated' && properties.part.type === 'text' && properties.part.time?.end)
      tell(type, { sessionID, part: { id: properties.part.id, text: properties.part.text } })
    if (type !== 'session.idle') return
    tell(type, { sessionID, error: failures.get(sessionID) })
    failures.delete(sessionID)
  },
  'chat.message': async ({ sessionID }, { message, parts }) => {
    const prompt = parts.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\\n')
    tell('chat.message', { sessionID, messageID: message.id, prompt })
  },
  'tool.execute.before': async ({ sessionID, callID, tool }, { args }) => {
    await told
    const refused = refusal(await run('tool.execute.before', { sessionID, callID, tool, input: args }, ${LIMITS_MS.gate}))
    if (refused !== undefined) throw new Error(refused)
  },
  'tool.execute.after': async ({ sessionID, callID, tool }, { output }) => {
    tell('tool.execute.after', { sessionID, callID, tool, output: String(output ?? '').slice(0, OUTPUT_MAX) })
  },
})
`
}
