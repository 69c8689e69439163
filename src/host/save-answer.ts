// Writes a long answer into a file as it comes: under another name first, so that half of it is never taken for all.
import { once } from 'node:events'
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import http from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CmuxError, type ErrorBody } from '../protocol/cmux-error.ts'
import { explainFailure, readToken } from './http-send.ts'
import { syncPath } from './build/sync-path.ts'

/** For how long nothing may come. */
const SILENCE_LIMIT_MS = 30_000

export interface SaveRequest {
  readonly url: string
  readonly tokenFile: string
  readonly path: string
}

export interface Saved {
  readonly lines: number
  readonly bytes: number
}

export async function saveAnswer({ url, tokenFile, path }: SaveRequest, file: string): Promise<Saved> {
  if (existsSync(file))
    throw new CmuxError('USAGE', `${file} is there already`, { hint: 'choose another name' })
  const partial = `${file}.part`
  try {
    const response = await open(new URL(path, url), readToken(tokenFile))
    if (response.statusCode !== 200) throw await readRefusal(response)
    const saved = { lines: 0, bytes: 0 }
    await pipeline(response, countInto(saved), createWriteStream(partial, { mode: 0o600 }))
    syncPath(partial)
    renameSync(partial, file)
    return saved
  } catch (error) {
    rmSync(partial, { force: true })
    throw explainFailure(error, url, SILENCE_LIMIT_MS)
  }
}

async function open(url: URL, token: string): Promise<http.IncomingMessage> {
  const request = http.get(url, { headers: { authorization: `Bearer ${token}` }, agent: false })
  request.setTimeout(SILENCE_LIMIT_MS, () => request.destroy(new Error('nothing came any more')))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return response
}

async function readRefusal(response: http.IncomingMessage): Promise<CmuxError> {
  const chunks = (await response.toArray()) as Buffer[]
  const { error } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ErrorBody
  return new CmuxError(error.code as CmuxError['code'], error.message, { hint: error.hint })
}

function countInto(saved: { lines: number; bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      saved.bytes += chunk.length
      for (const byte of chunk) if (byte === 0x0a) saved.lines += 1
      done(null, chunk)
    },
  })
}
