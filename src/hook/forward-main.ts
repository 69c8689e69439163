// `node forward.mjs PORT SOCKET`, inside of walls without a network: what is sent to cmux's address there comes out at cmux's own
// socket, and nothing else goes anywhere.
import net from 'node:net'

const [, , port = '', socket = ''] = process.argv

const server = net.createServer((inside) => {
  const outside = net.connect(socket)
  // Whoever asks sees a connection that ends, as with any server that is gone.
  const end = () => {
    inside.destroy()
    outside.destroy()
  }
  inside.on('error', end).on('close', end)
  outside.on('error', end).on('close', end)
  inside.pipe(outside).pipe(inside)
})
server.listen(Number(port), '127.0.0.1')
