import type { Send } from '../client/make-client.ts'

/** Requests from our own page: the cookie goes along, and the header shows that no foreign form sent it. */
export const browserSend: Send = async (method, path, body) => {
  const response = await fetch(path, {
    method,
    headers: {
      'x-cmux-client': 'web',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}
