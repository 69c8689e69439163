// For a verb that waits while servers come and go: a connection that died with its server is no answer and no failure.
import { isNotRunning } from './is-not-running.ts'

/** Undefined when nobody answered this time; the caller asks again until its limit. */
export async function unlessCut<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isNotRunning(error)) return undefined
    throw error
  }
}
