// Bytes that are no HTTP never reach a route; they get an answer of the same shape on the bare socket.
import type { Socket } from 'node:net'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ErrorCode } from '../../protocol/error-catalogue.ts'

const PARSER_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMED_OUT',
}

/** 408 is what HTTP has for a request that did not come in time; the catalogue's 504 is about our own waits. */
const REQUEST_TIMEOUT_STATUS = 408

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
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
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
