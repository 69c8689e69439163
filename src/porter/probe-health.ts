// Asks a version how it is. Nothing is thrown: what went wrong is the answer.
import { request } from 'node:http'

/** Undefined when it is well; else what is wrong, in a few words. */
export function probeHealth(port: number, path: string, limitMs: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const asked = request(
    { host: '127.0.0.1', port, path, agent: false, headers: { connection: 'close' } },
    (answer) => {
      answer.resume()
      const { statusCode = 0 } = answer
      resolve(statusCode >= 200 && statusCode < 300 ? undefined : `${path} answers ${statusCode}`)
    },
  )
  const limit = setTimeout(() => {
    resolve(`${path} did not answer within ${limitMs / 1000} s`)
    asked.destroy()
  }, limitMs)
  asked.on('error', ({ message }) => resolve(`${path}: ${message}`))
  asked.end()
  return promise.finally(() => clearTimeout(limit))
}
