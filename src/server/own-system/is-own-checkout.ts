// Whether a project is the checkout that this home's releases come from. Another clone of cmux is a project like any other.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from '../../adapters/files/read-if-there.ts'

/** Written by `up`. */
const CHECKOUT_RECORD = 'source.json'

export async function isOwnCheckout(home: string, path: string): Promise<boolean> {
  const text = await readIfThere(join(home, CHECKOUT_RECORD))
  if (text === undefined) return false
  const { checkout } = JSON.parse(text) as { checkout?: unknown }
  if (typeof checkout !== 'string') return false
  return (await realpath(checkout).catch(() => undefined)) === path
}
