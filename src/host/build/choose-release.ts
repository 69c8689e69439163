// What `up` runs. In a checkout that is its HEAD, never the files as they are being edited; elsewhere the build at hand.
import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '../../lib/printable.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { buildRelease } from './build-release.ts'
import { checkoutOf } from './find-checkout.ts'
import { findDamage, readManifest } from './manifest.ts'
import { observeSource, type Source } from './observe-source.ts'
import { placeRelease } from './place-release.ts'
import { recordCheckout } from './record-checkout.ts'

const EDITS_NAMED_MAX = 5

export interface Choice {
  readonly home: string
  /** The build that this command is part of. */
  readonly programs: string
  readonly say: (text: string) => void
}

/** Resolves with the folder of the programs to start. */
export async function chooseRelease(choice: Choice): Promise<string> {
  const { home, programs, say } = choice
  const checkout = checkoutOf(programs)
  if (checkout === undefined) return programs
  recordCheckout(home, checkout)
  const source = await askSource(checkout, say)
  if (!source) return programs
  if (source.edits.length > 0) say(describeEdits(source))
  return join(home, 'releases', await makeRelease(choice, checkout, source.commit))
}

async function askSource(checkout: string, say: Choice['say']): Promise<Source | undefined> {
  try {
    return await observeSource(checkout)
  } catch (error) {
    // Git is not there, or nothing was ever committed. The build at hand is named as what it is.
    const reason = error instanceof Error ? error.message : String(error)
    say(`git names no commit here, so what was built from the files runs (${reason})`)
    return undefined
  }
}

async function makeRelease(choice: Choice, checkout: string, commit: string): Promise<string> {
  const { home, programs, say } = choice
  const built = readManifest(programs)
  try {
    if (built.commit === commit && built.dirty !== true) return placeRelease(home, programs)
    return (await buildRelease({ home, checkout, ref: commit, say, programs, isOwnHead: true })).id
  } catch (error) {
    // A commit that does not build, or a full disk, is no reason to have nothing at all.
    const before = findCurrent(home)
    if (before === undefined) throw error
    say(`HEAD does not run, ${before} does, as before: ${describe(error)}`)
    return before
  }
}

function describe(error: unknown): string {
  if (error instanceof CmuxError) return `${error.message} (${error.code})\nhint: ${error.hint}`
  return error instanceof Error ? error.message : String(error)
}

/** What ran last in this home, if it is whole. */
function findCurrent(home: string): string | undefined {
  const link = join(home, 'current')
  if (!existsSync(join(link, 'manifest.json'))) return undefined
  const { id, files } = readManifest(link)
  return readlinkSync(link) === join('releases', id) && findDamage(link, files) === undefined ? id : undefined
}

function describeEdits({ commit, edits }: Source): string {
  const more = edits.length > EDITS_NAMED_MAX ? ', …' : ''
  const names = printable(edits.slice(0, EDITS_NAMED_MAX).join(', ')) + more
  const what = edits.length === 1 ? '1 uncommitted edit does' : `${edits.length} uncommitted edits do`
  return `${what} not run, only commit ${commit.slice(0, 12)} does: ${names}\nhint: commit, then \`cmux restart --from HEAD\``
}
