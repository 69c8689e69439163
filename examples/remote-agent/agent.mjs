// An agent that runs where cmux can't see it: it says that it lives, comes for its mail, answers, and tells what was said.
// Nothing but Node is needed, and nothing is kept here: whatever is repeated after a kill has the same ids, and is there once.
import { readFileSync } from 'node:fs'

const url = process.env.CMUX_URL ?? 'http://127.0.0.1:8000'
const name = process.env.CMUX_AGENT_NAME ?? 'remote'
const token = readFileSync(process.env.CMUX_TOKEN_FILE ?? 'token', 'utf8').trim()
const own = `/api/agents/${name}`
const PAUSE_MS = 1000
let status = 'idle'

async function ask(method, path, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const told = await reply.json()
  if (!reply.ok) throw new Error(`${method} ${path}: ${told.error.message}. ${told.error.hint}`)
  return told
}

const say = ({ message }) => void process.stderr.write(`${message}\n`)

/** Three in the time that it may be silent: one that is lost is no alert. */
async function beat() {
  const heard = await ask('POST', `${own}/heartbeat`, { status }).catch(say)
  setTimeout(beat, heard ? (heard.silentSec * 1000) / 3 : PAUSE_MS)
}

/** Here a model would be asked; what was said before is in the history. */
function think(message, past) {
  return `I have read "${message.body}" and remember ${past.length} things.`
}

async function answer(message) {
  const { items: past } = await ask('GET', `${own}/history?limit=20`)
  // What was said before a kill stands: the same answer under the same id goes out once.
  const said = past.find(({ id }) => id === `answer:${message.id}`)
  const text = said?.text ?? think(message, past)
  const entries = [
    { id: `prompt:${message.id}`, kind: 'prompt', text: message.body },
    { id: `answer:${message.id}`, kind: 'answer', text },
  ]
  await ask('PUT', `${own}/history`, { entries })
  await ask('POST', '/api/messages', { id: `re-${message.id}`, to: message.from, body: text })
  await ask('POST', `/api/messages/${encodeURIComponent(message.id)}/ack`)
}

await beat()
for (;;)
  try {
    status = 'idle'
    const { items } = await ask('GET', `${own}/inbox?waitSec=20`)
    status = 'working'
    for (const message of items) await answer(message)
  } catch (error) {
    say(error) // cmux is being replaced, or is not up yet
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
