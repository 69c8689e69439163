// Output in control mode: control characters and the backslash come as `\ooo`, everything else as it is.
const BACKSLASH = 0x5c
const ZERO = 0x30

export function unescapeOutput(escaped: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(escaped.length)
  let length = 0
  for (let at = 0; at < escaped.length; at += 1) {
    const octal = escaped[at] === BACKSLASH ? readOctal(escaped, at + 1) : undefined
    bytes[length] = octal ?? escaped[at] ?? 0
    if (octal !== undefined) at += 3
    length += 1
  }
  return bytes.subarray(0, length)
}

function readOctal(bytes: Uint8Array, at: number): number | undefined {
  let value = 0
  for (let digit = 0; digit < 3; digit += 1) {
    const place = (bytes[at + digit] ?? 0) - ZERO
    if (place < 0 || place > 7) return undefined
    value = value * 8 + place
  }
  return value > 0xff ? undefined : value
}
