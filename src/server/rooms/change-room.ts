// The work on changes that the server holds: the keeper while we lead.
import { keepChanges, type ChangeKeeper } from '../../core/improve/keep-changes.ts'

export interface ChangeRoom extends Omit<ChangeKeeper, 'stop'> {
  start(): void
  stop(): Promise<void>
}

export function makeChangeRoom(deps: Parameters<typeof keepChanges>[0]): ChangeRoom {
  let keeper: ChangeKeeper | undefined
  return {
    start: () => void (keeper ??= keepChanges(deps)),
    wake: () => keeper?.wake(),
    drop: (id) => keeper?.drop(id),
    async stop() {
      await keeper?.stop()
      keeper = undefined
    },
  }
}
