import type { Send } from '../client/make-client.ts'

/** As long as the server takes for any request. */
const ANSWER_LIMIT_MS = 30_000

/** Requests from our own page: the cookie goes along, and the header shows that no foreign form sent it. */
export const browserSend: Send = async (method, path, body) => {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    headers: {
      'x-cmux-client': 'web',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}
