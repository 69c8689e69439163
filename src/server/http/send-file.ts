// Gives out a file of a folder and nothing else: where its links lead is looked at, and what it says can do nothing in a browser.
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyReply } from 'fastify'
import { isMissing } from '../../adapters/files/is-missing.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'

const FILE_MAX_BYTES = 64 * 1024 * 1024

/** The rest is only there to be saved. Nothing in here is a program to a browser. */
const SHOWN: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.log': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

export async function sendFile(reply: FastifyReply, folder: string, parts: readonly string[]): Promise<void> {
  const path = await confine(folder, parts)
  // Never waits for somebody at the other end of what is no file.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(notThere)
  const stat = await file.stat()
  if (!stat.isFile() || stat.size > FILE_MAX_BYTES) throw missing()
  const type = SHOWN[extname(path).toLowerCase()]
  await reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', type === undefined ? 'attachment' : 'inline')
    .type(type ?? 'application/octet-stream')
    .send(await file.readFile())
}

/** The real path, when it is inside of the folder's real path. */
async function confine(folder: string, parts: readonly string[]): Promise<string> {
  if (parts.some((part) => part.includes('/') || part.includes('\0') || part === '..' || part === '.'))
    throw missing()
  const root = await realpath(folder).catch(notThere)
  const path = await realpath(join(folder, ...parts)).catch(notThere)
  if (!path.startsWith(`${root}${sep}`)) throw missing()
  return path
}

function notThere(error: unknown): never {
  if (isMissing(error)) throw missing()
  throw error
}

const missing = () => new CmuxError('NOT_FOUND', 'there is no such file')
