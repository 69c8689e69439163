// Sends one request with a token and a limit. `node:http` rather than fetch: loading fetch costs as much as starting Node.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { CmuxError } from '../protocol/cmux-error.ts'

const ANSWER_MAX_BYTES = 64 * 1024 * 1024

export interface HttpSendOptions {
  readonly url: string
  readonly tokenFile: string
  readonly limitMs: number
}

export type HttpSend = (
  method: string,
  path: string,
  body: unknown,
) => Promise<{ status: number; body: unknown }>

export function makeHttpSend({ url, tokenFile, limitMs }: HttpSendOptions): HttpSend {
  return async (method, path, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers: http.OutgoingHttpHeaders = {
      authorization: `Bearer ${readToken(tokenFile)}`,
      'x-cmux-client': 'cli',
    }
    if (text !== undefined) headers['content-type'] = 'application/json'
    try {
      return await exchange(
        new URL(path, url),
        { method, headers, signal: AbortSignal.timeout(limitMs) },
        text,
      )
    } catch (error) {
      throw explainFailure(error, url, limitMs)
    }
  }
}

export function readToken(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new CmuxError('UNAUTHENTICATED', `the token file ${path} can't be read`, {
      hint: 'run it as the user who started cmux, or set CMUX_TOKEN_FILE',
      cause: error,
    })
  }
}

async function exchange(url: URL, options: http.RequestOptions, text: string | undefined) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>()
  const request = http.request(url, { ...options, agent: false }, (response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > ANSWER_MAX_BYTES) request.destroy(new Error('the answer is too large'))
      chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, body: parseBody(Buffer.concat(chunks)) }),
    )
  })
  request.on('error', reject)
  request.end(text)
  return promise
}

function parseBody(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch {
    return text // metrics are plain text
  }
}

export function explainFailure(error: unknown, url: string, limitMs: number): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE')
    return new CmuxError('NOT_RUNNING', `nothing answers at ${url}`, { cause: error })
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return new CmuxError('TIMED_OUT', `${url} did not answer within ${limitMs / 1000} s`, { cause: error })
  return error
}
