// The id of a task that is being written, made here so that sending it again after a lost answer makes no second one.

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16
const BITS = 5

/** As the server makes them: 48 bits of time, 80 of randomness, so that ids sort by age. */
export function makeTaskId(nowMs: number): string {
  const time = Array.from(
    { length: TIME_DIGITS },
    (_, index) => DIGITS[Math.floor(nowMs / 2 ** (BITS * (TIME_DIGITS - 1 - index))) % DIGITS.length],
  )
  const random = Array.from(
    crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS)),
    (byte) => DIGITS[byte % DIGITS.length],
  )
  return `tsk_${[...time, ...random].join('')}`
}
