// Whatever goes wrong, the answer has a code, plain words and a hint; and an unexpected error tells nothing about us.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ErrorCode } from '../../protocol/error-catalogue.ts'
import { securityHeaders } from './security-headers.ts'

const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_URL',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
}

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  // A path that leads out of the front end's folder: outside of it there is nothing.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

/** For a limit that says nothing of time, such as the number of streams. */
const RETRY_AFTER_DEFAULT_SEC = 5

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asCmuxError(error)
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, known.message)
  // Some errors come before any hook has run, so the headers are set here as well.
  reply.headers(securityHeaders)
  if (known.status === 429) reply.header('retry-after', known.retryAfterSec ?? RETRY_AFTER_DEFAULT_SEC)
  return reply.code(known.status).type('application/json; charset=utf-8').send(known.toBody())
}

function asCmuxError(error: unknown): CmuxError {
  if (error instanceof CmuxError) return error
  const { code, statusCode, message } = describe(error)
  const known = FRAMEWORK_ERRORS[code] ?? STATUS_CODES[statusCode] ?? otherRefusal(statusCode)
  if (known) return new CmuxError(known, message, { cause: error })
  return new CmuxError('INTERNAL', 'something unexpected happened', { cause: error })
}

/** Whatever else the framework blames on the request (a failed precondition, a range) is not our failure. */
function otherRefusal(statusCode: number): ErrorCode | undefined {
  return statusCode >= 400 && statusCode < 500 ? 'BAD_REQUEST' : undefined
}

function describe(error: unknown): { code: string; statusCode: number; message: string } {
  if (!(error instanceof Error)) return { code: '', statusCode: 0, message: '' }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  return {
    code: typeof code === 'string' ? code : '',
    statusCode: typeof statusCode === 'number' ? statusCode : 0,
    message: error.message,
  }
}
