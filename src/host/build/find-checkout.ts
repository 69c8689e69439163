// Where the sources of what runs are: the checkout whose programs these are, or the one that `up` was last called from.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Relative to the home. */
export const CHECKOUT_RECORD = 'source.json'

export function findCheckout(home: string, programs: string): string | undefined {
  return checkoutOf(programs) ?? readRecorded(home)
}

/** An unpacked archive is none: there is no commit to build. */
export function checkoutOf(programs: string): string | undefined {
  const root = dirname(programs)
  return basename(programs) === 'dist' && isCheckout(root) ? root : undefined
}

function readRecorded(home: string): string | undefined {
  try {
    const { checkout } = JSON.parse(readFileSync(join(home, CHECKOUT_RECORD), 'utf8')) as {
      checkout?: unknown
    }
    return typeof checkout === 'string' && isCheckout(checkout) ? checkout : undefined
  } catch {
    return undefined // `up` was never called from a checkout
  }
}

function isCheckout(folder: string): boolean {
  return existsSync(join(folder, '.git')) && existsSync(join(folder, 'scripts', 'bundle.ts'))
}
