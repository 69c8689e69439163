import { CmuxError } from '../protocol/cmux-error.ts'

/** Nothing is there, as opposed to something that answers badly. No token yet means no first start yet. */
export function isNotRunning(error: unknown): boolean {
  return error instanceof CmuxError && error.code === 'NOT_RUNNING'
}
