// Somebody who uses a service all the time, and counts.
import { Agent, get } from 'node:http'

interface Counted {
  readonly asked: number
  readonly failed: number
  /** What was wrong with the last one that failed. */
  readonly lastFailure: string | null
}

export interface RequestCounter {
  counts(): Counted
  end(): Promise<Counted>
}

const EVERY_MS = 20
const LIMIT_MS = 30_000

export function countRequests(port: number): RequestCounter {
  let counted: Counted = { asked: 0, failed: 0, lastFailure: null }
  const over = new AbortController()
  const agent = new Agent({ keepAlive: true })
  const loop = async () => {
    while (!over.signal.aborted) {
      const wrong = await askOnce(port, agent)
      counted = {
        asked: counted.asked + 1,
        failed: counted.failed + (wrong === undefined ? 0 : 1),
        lastFailure: wrong ?? counted.lastFailure,
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  }
  const running = loop()
  return {
    counts: () => counted,
    async end() {
      over.abort()
      await running
      agent.destroy()
      return counted
    },
  }
}

function askOnce(port: number, agent: Agent): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const asked = get({ host: '127.0.0.1', port, path: '/tea', agent }, (answer) => {
    answer.resume()
    const { statusCode = 0 } = answer
    answer.once('end', () => resolve(statusCode === 200 ? undefined : `it answered ${statusCode}`))
    answer.once('error', ({ message }) => resolve(message))
  })
  asked.once('error', ({ message }) => resolve(message))
  asked.setTimeout(LIMIT_MS, () => asked.destroy(new Error('no answer')))
  return promise
}
