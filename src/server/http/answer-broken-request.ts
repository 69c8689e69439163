// Bytes that are no HTTP never reach a route; they get an answer of the same shape on the bare socket.
import type { Duplex } from 'node:stream'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ErrorCode } from '../../protocol/error-catalogue.ts'
import { securityHeaders } from './security-headers.ts'

const PARSER_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMED_OUT',
}

/** 408 is what HTTP has for a request that did not come in time; the catalogue's 504 is about our own waits. */
const REQUEST_TIMEOUT_STATUS = 408

export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const failure = new CmuxError(
    PARSER_ERRORS[error.code ?? ''] ?? 'BAD_REQUEST',
    'the request is not valid HTTP',
  )
  const status = failure.code === 'TIMED_OUT' ? REQUEST_TIMEOUT_STATUS : failure.status
  const body = JSON.stringify(failure.toBody())
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`)
}
