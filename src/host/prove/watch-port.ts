// Asks on a fresh connection all the time, so that a port that refuses for a moment is noticed.
import { describeLoss } from './describe-loss.ts'
import type { Failure } from './judge-failures.ts'
import { ask, pause, type Stage } from './stage.ts'

const EVERY_MS = 50

export async function watchPort(
  stage: Stage,
  isOver: () => boolean,
  onRequest: (failure?: Failure) => void,
): Promise<void> {
  while (!isOver()) {
    try {
      const { status } = await ask(stage, 'GET', '/api/webhooks/health')
      onRequest(
        status === 200 ? undefined : { how: 'answered', status, atMs: performance.now(), request: 'health' },
      )
    } catch (error) {
      onRequest({ ...describeLoss(error), atMs: performance.now(), request: 'health' })
    }
    await pause(stage, EVERY_MS)
  }
}
