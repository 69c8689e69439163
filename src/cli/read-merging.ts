// How the commits of a branch are to be brought, as the options say it; nothing when the project decides.
import type { Merging } from '../protocol/changes/change.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import type { VerbCall } from './verb.ts'

export function readMerging({ options }: Pick<VerbCall, 'options'>): { merging?: Merging } {
  const { squash, merge } = options
  if (squash === true && merge === true) throw new CmuxError('USAGE', 'use either --squash or --merge')
  if (squash === true) return { merging: 'squash' }
  return merge === true ? { merging: 'merge' } : {}
}
