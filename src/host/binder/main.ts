// Opens the port for good: listens with public APIs, so that a taken port is an honest error, hands the socket to the
// watchdog as descriptor 3, and ends without ever having accepted. Run as a process of its own by `cmux up`.
import { spawn } from 'node:child_process'
import { openSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'

const STDOUT = 1

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    watchdog: { type: 'string' },
    output: { type: 'string' },
  },
})
const { home = '', host = '127.0.0.1', port = '0', watchdog = '', output = '/dev/null' } = values

/** Synchronously: another turn of the event loop would accept connections that nobody answers. */
function sayAndEnd(message: object, exitCode: number): never {
  writeSync(STDOUT, `${JSON.stringify(message)}\n`)
  process.exit(exitCode)
}

const server = createServer()
server.once('error', (error: Error & { code?: string }) =>
  sayAndEnd({ failed: error.code ?? error.message }, 1),
)
server.listen({ host, port: Number(port) }, () => {
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : Number(port)
  const log = openSync(output, 'a', 0o600)
  const args = [watchdog, '--home', home, '--host', host, '--port', String(bound)]
  spawn(process.execPath, args, { detached: true, cwd: '/', stdio: ['ignore', log, log, fd] })
  sayAndEnd({ port: bound }, 0)
})
