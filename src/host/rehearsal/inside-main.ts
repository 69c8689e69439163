// The first program in the sandbox of a rehearsal: `rehearsal-inside.mjs SERVER --home COPY …`. It starts that server, joins it to the
// rehearsal outside, and ends it when its own input says so. The sandbox has no network but its own loopback, so this is the only way
// to the server: connections that are offered to a socket in the copy (`relay.ts`).
import { spawn } from 'node:child_process'
import net from 'node:net'
import { constants } from 'node:os'
import { readInstance } from '../read-instance.ts'
import { RELAY_SOCKET } from './relay.ts'

const args = process.argv.slice(2)
const copy = args[args.indexOf('--home') + 1] ?? ''

const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
server.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
process.stdin.once('data', () => server.kill('SIGTERM')).once('end', () => server.kill('SIGKILL'))

/** One connection waits to be used; the next is offered when it is. */
function offer(): void {
  const outside = net.connect(RELAY_SOCKET)
  outside.once('data', (first) => {
    offer()
    carry(outside, first)
  })
  // Nobody is there any more: we are about to be ended.
  outside.on('error', () => outside.destroy())
}

function carry(outside: net.Socket, first: Buffer): void {
  const inside = net.connect(readInstance(copy)?.port ?? 0, '127.0.0.1')
  // Whoever asks sees a connection that ends, as with any server that is gone.
  inside.on('error', () => inside.destroy()).on('close', () => outside.destroy())
  outside.on('close', () => inside.destroy())
  inside.write(first)
  inside.pipe(outside).pipe(inside)
}

// We stand in the copy, so that the path is short: that of a socket may have a hundred characters only.
offer()
