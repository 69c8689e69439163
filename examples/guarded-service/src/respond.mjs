// What is answered to which path.
export function respond(path) {
  if (path === '/health') return { status: 200, body: 'well\n' }
  return { status: 200, body: `Hello, you asked for ${path}.\n` }
}
