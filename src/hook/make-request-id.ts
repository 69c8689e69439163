// A name for one question, the same for each of its tries. It has to be unlike any other of this agent's, not secret: the
// token says who asks. Loading node:crypto for it took a fifth of a whole run.

export function makeRequestId(): string {
  return [Date.now(), process.pid, ...[1, 2].map(() => Math.floor(Math.random() * 2 ** 52))]
    .map((part) => part.toString(36))
    .join('-')
}
