// `node forward.mjs PORT SOCKET [PORT SOCKET]…`, inside of a sandbox without a network: what is sent to one of the ports there comes
// out at its socket (cmux's own, or the proxy to listed domains), and nothing else goes anywhere. Prints a line when it listens.
import { openSync } from 'node:fs'
import net from 'node:net'
import { basename, dirname } from 'node:path'

function forward(port: string, socket: string): Promise<void> {
  // The kernel takes 107 characters for the address of a socket; its folder may be deeper.
  const address = `/proc/self/fd/${openSync(dirname(socket), 'r')}/${basename(socket)}`
  const server = net.createServer({ allowHalfOpen: true }, (inside) => {
    const outside = net.connect({ path: address, allowHalfOpen: true })
    // Whoever asks sees a connection that ends, as with any server that is gone. What was already said still arrives.
    inside.on('error', () => outside.destroy()).on('close', () => outside.destroySoon())
    outside.on('error', () => inside.destroy()).on('close', () => inside.destroySoon())
    inside.pipe(outside).pipe(inside)
  })
  return new Promise((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
}

const words = process.argv.slice(2)
const ways = words.flatMap((port, index) => (index % 2 === 0 ? [forward(port, words[index + 1] ?? '')] : []))
await Promise.all(ways)
// Nobody may be left to hear it.
process.stdout.once('error', () => process.stdout.destroy()).write('\n')
