import { randomBytes } from 'node:crypto'

/** Nobody else's, and not to be guessed by a program that prints. */
export function randomMark(): string {
  return randomBytes(9).toString('hex')
}
