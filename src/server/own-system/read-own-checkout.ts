// The checkout that this home's releases come from. Another clone of cmux is a project like any other.
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Written by `up`. */
const CHECKOUT_RECORD = 'source.json'

/** With links resolved. In one go: it is asked for inside transactions, and the file is one line. */
export function readOwnCheckout(home: string): string | undefined {
  try {
    const { checkout } = JSON.parse(readFileSync(join(home, CHECKOUT_RECORD), 'utf8')) as {
      checkout?: unknown
    }
    return typeof checkout === 'string' ? realpathSync(checkout) : undefined
  } catch (error) {
    // Neither a checkout nor a record of one: the home was made without it, or the checkout was removed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export const isOwnCheckout = (home: string, path: string): boolean => readOwnCheckout(home) === path
