// Why no answer came, in the words of the verdict.
import type { How } from './judge-failures.ts'

export function describeLoss(error: unknown): How {
  if (!(error instanceof Error)) return { how: 'cut' }
  if ('code' in error && error.code === 'ECONNREFUSED') return { how: 'refused' }
  return { how: error.name === 'TimeoutError' || error.name === 'AbortError' ? 'late' : 'cut' }
}
