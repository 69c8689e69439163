// The same routes on a socket with a name that stays: agents that have no network reach cmux there. Each server that leads puts its
// own in the place of the last one's. Beside it: where agents with a network of their own look up names.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DNS_ADDRESS } from '../adapters/confine/compose-own-network.ts'
import { shortenPath } from './lead/shorten-path.ts'

export async function openAgentSocket(app: FastifyInstance, home: string): Promise<void> {
  const folder = join(home, 'net')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'resolv.conf'), `nameserver ${DNS_ADDRESS}\n`)
  const name = `cmux.${process.pid}.sock`
  const building = join(folder, name)
  await rm(building, { force: true })
  const address = shortenPath(folder, name)
  const server = http.createServer((request, response) => app.routing(request, response))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(address, resolve)
  server.unref()
  await promise
  await rename(building, join(folder, 'cmux.sock'))
}
