// The first program in the sandbox of a rehearsal's browser: `rehearsal-browser.mjs PORT PROGRAM …`. The sandbox has no network but its
// own loopback. There it stands in for the server: connections to PORT are joined to a socket in the folder that it stands in, which
// the rehearsal leads to the server. Then it starts the browser, and ends with it.
import { spawn } from 'node:child_process'
import net from 'node:net'
import { PAGE_SOCKET } from './page-socket.ts'

const [port = '', program = '', ...args] = process.argv.slice(2)

function carry(inside: net.Socket): void {
  // The path is relative, since that of a socket may have a hundred characters only.
  const outside = net.connect(PAGE_SOCKET)
  for (const [one, other] of [
    [inside, outside],
    [outside, inside],
  ] as const)
    one.on('error', () => one.destroy()).on('close', () => other.destroy())
  inside.pipe(outside).pipe(inside)
}

net.createServer(carry).listen(Number(port), '127.0.0.1', () => {
  // Descriptors 3 and 4 are the pipes of the DevTools protocol.
  const browser = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 3, 4] })
  browser.once('error', () => process.exit(1))
  browser.once('exit', (code) => process.exit(code ?? 1))
})
