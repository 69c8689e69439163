// A small service: it listens where it is told to, and answers what respond.mjs says.
import { createServer } from 'node:http'
import { respond } from './respond.mjs'

const server = createServer((request, response) => {
  const { status, body } = respond(request.url)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(body)
})

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`)
})
