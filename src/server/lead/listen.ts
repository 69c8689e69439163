// Opens the port. On the very first start the next free one is taken when the default is busy, and then it stays.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { writeAtomically } from '../../adapters/files/write-atomically.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Settings } from '../config.ts'

/** Ports tried on the first start, counted from the default. */
const FIRST_PORTS = 100

export async function listen(app: FastifyInstance, settings: Settings): Promise<number> {
  const { config, portIsOpen, home } = settings
  const last = portIsOpen ? config.port + FIRST_PORTS - 1 : config.port
  for (let port = config.port; port <= last; port += 1) {
    const bound = await tryPort(app, config.host, port)
    if (bound === undefined) continue
    await keepPort(home, bound)
    return bound
  }
  throw new CmuxError('PORT_TAKEN', `port ${config.port} is taken`)
}

async function tryPort(app: FastifyInstance, host: string, port: number): Promise<number | undefined> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
    throw error
  }
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : port
}

/** The port of the first start is kept, so that bookmarks and agents' settings stay true. A later flag holds once. */
async function keepPort(home: string, port: number): Promise<void> {
  const path = join(home, 'config.json')
  const config = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : {}
  if (config['port'] !== undefined) return
  await writeAtomically(path, `${JSON.stringify({ ...config, port }, undefined, 2)}\n`)
}
