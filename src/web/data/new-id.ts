// A name for something that is sent, made here so that sending it again after a lost answer is harmless.

const BYTES = 16

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
