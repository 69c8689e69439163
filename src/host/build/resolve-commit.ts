// From what people call a commit to its one name.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { runGit } from './run-git.ts'

/** The full name of the commit that somebody calls by a branch, a tag or a few digits. */
export async function resolveCommit(checkout: string, ref: string): Promise<string> {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
    return (await runGit(checkout, args)).trim()
  } catch (error) {
    if (!isUnknown(error)) throw error
    throw new CmuxError('NOT_FOUND', `${ref} is no commit of ${checkout}`, {
      hint: 'name a branch, a tag or a commit of that checkout',
      cause: error,
    })
  }
}

/** Git ends with 1 when asked quietly for what is not there, and with more when it could not look. */
function isUnknown(error: unknown): boolean {
  const cause = error instanceof CmuxError ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 1
}
