// Fills the history of a running server with what a busy day leaves: notes on tasks, many at a time.
import type { ServerProcess } from '../../test/fixtures/start-server-process.ts'

/** Each takes a thousand notes at most. */
const TASKS = 60
const AT_ONCE = 50

/** Until the newest event has at least this number. */
export async function fillHistory(server: ServerProcess, events: number): Promise<void> {
  const ids: string[] = []
  for (let number = 0; number < TASKS; number += 1)
    ids.push((await ask<{ id: string }>(server, 'POST', '/api/tasks', { title: `Task ${number}` })).id)
  let left = events - (await readHead(server))
  const note = async () => {
    while (left > 0) {
      left -= 1
      await ask(server, 'PATCH', `/api/tasks/${ids[left % TASKS]}`, { note: `step ${left} is done` })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, note))
}

async function readHead(server: ServerProcess): Promise<number> {
  return (await ask<{ store: { seq: number } }>(server, 'GET', '/api/status')).store.seq
}

async function ask<T>(
  { url, owner }: ServerProcess,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
