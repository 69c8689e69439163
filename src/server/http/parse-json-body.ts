// JSON in UTF-8 and nothing else: what can't be read exactly is refused, not stored as something similar.
import type { FastifyInstance } from 'fastify'
import { findJsonExcess } from '../../lib/find-json-excess.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'

const FORM = 'application/x-www-form-urlencoded'
const SLACK_ACTIONS = '/api/webhooks/slack/actions'

const UTF8_JSON = /^application\/json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i

/** Far more than a tool of an agent says, and read within a second on a busy machine. */
const SHAPE_MAX = { depth: 100, values: 100_000 }

export function parseJsonBody(app: FastifyInstance): void {
  // Keys such as __proto__ are refused by fastify's own parser.
  const parseText = app.getDefaultJsonParser('error', 'error')
  // A text body would let a plain HTML form reach a route without a preflight.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!UTF8_JSON.test(request.headers['content-type'] ?? ''))
      return done(new CmuxError('UNSUPPORTED_MEDIA_TYPE', 'only JSON in UTF-8 is understood'))
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return done(new CmuxError('UNSUPPORTED_MEDIA_TYPE', 'compressed bodies are not understood'))
    const text = decodeUtf8(body as Buffer)
    if (text === undefined) return done(new CmuxError('BAD_REQUEST', 'the body is not UTF-8'))
    const excess = findJsonExcess(text, SHAPE_MAX)
    if (excess !== undefined) return done(new CmuxError('BODY_TOO_LARGE', `the body: ${excess}`))
    return parseText(request, text, done)
  })
  // Slack posts forms, and proves itself by a signature over the exact bytes.
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, body, done) =>
    request.routeOptions.url === SLACK_ACTIONS
      ? done(null, body)
      : done(new CmuxError('UNSUPPORTED_MEDIA_TYPE', 'only JSON in UTF-8 is understood')),
  )
}

function decodeUtf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined // it throws on nothing but bytes that are no UTF-8
  }
}
