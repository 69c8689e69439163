import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKOUT_RECORD } from './find-checkout.ts'
import { requireFolder } from '../require-folder.ts'

/** For a `cmux` that does not stand in a checkout, such as a release's own. */
export function recordCheckout(home: string, checkout: string): void {
  const path = join(requireFolder(home), CHECKOUT_RECORD)
  const building = `${path}.${process.pid}.tmp`
  writeFileSync(building, `${JSON.stringify({ checkout })}\n`, { mode: 0o600 })
  renameSync(building, path)
}
