// The event as the agent's CLI writes it to our standard input, up to a bound.

/** A tool's whole output may be in it. */
const INPUT_MAX_BYTES = 16 * 1024 * 1024

/** Undefined when it is larger than that, or breaks off. */
export async function readInput(stream: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) return undefined
      bytes += chunk.length
      if (bytes > INPUT_MAX_BYTES) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined // the CLI went away while it wrote
  }
  return Buffer.concat(chunks)
}
