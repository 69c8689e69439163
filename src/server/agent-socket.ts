// The same routes on a socket with a name that stays: agents that have no network reach cmux there. Each server that leads puts its
// own in the place of the last one's.
import { mkdir, rename, rm } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

export async function openAgentSocket(app: FastifyInstance, home: string): Promise<void> {
  const folder = join(home, 'net')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const building = join(folder, `cmux.${process.pid}.sock`)
  await rm(building, { force: true })
  const server = http.createServer((request, response) => app.routing(request, response))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(building, resolve)
  server.unref()
  await promise
  await rename(building, join(folder, 'cmux.sock'))
}
