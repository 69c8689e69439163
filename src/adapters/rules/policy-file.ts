// HOME/policy.json, read anew whenever it has changed.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { HeldPolicy, PolicyShelf } from '../../core/rules/policy-shelf.ts'
import { closedPolicy, readPolicy } from '../../core/rules/read-policy.ts'

/** A thousand rules are far below. */
const POLICY_MAX_BYTES = 1024 * 1024

/** Its content and not its time decides whether it changed: a time can be set back. */
export function makePolicyFile(file: string): PolicyShelf {
  let held: HeldPolicy | undefined
  return {
    async read() {
      try {
        const text = await readWhole(file)
        const sha256 = text === null ? null : createHash('sha256').update(text).digest('hex')
        if (!held || held.sha256 !== sha256 || held.problem !== null)
          held = { file, sha256, ...readPolicy(text) }
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        held = { file, sha256: null, ...closedPolicy(`can't be read: ${why}`) }
      }
      return held
    },
  }
}

/** Null only when it is not there: every other failure must not look like "no rules". */
async function readWhole(file: string): Promise<string | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  await using opened = handle
  const { size } = await opened.stat()
  if (size > POLICY_MAX_BYTES) throw new Error(`it is larger than ${POLICY_MAX_BYTES} bytes`)
  return opened.readFile('utf8')
}
