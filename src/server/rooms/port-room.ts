// The ports between agents and this machine that the server holds, while it leads.
import { join } from 'node:path'
import { readHostAddresses } from '../../adapters/confine/read-host-addresses.ts'
import { makeAgentNetworks } from '../../adapters/process/agent-networks.ts'
import type { Clock } from '../../core/clock.ts'
import { keepPorts } from '../../core/ports/keep-ports.ts'
import { noteRefused } from '../../core/ports/note-refused.ts'
import type { PortDeps } from '../../core/ports/open-port.ts'
import type { Store } from '../../core/store.ts'

export interface PortRoom extends Disposable {
  readonly deps: PortDeps
  /** Brings the networks to what was decided. */
  look(): Promise<void>
}

export interface PortRoomOptions {
  readonly store: Store
  readonly clock: Clock
  readonly environment: Readonly<Record<string, string>>
  /** Where our other programs are. */
  readonly programs: string
  readonly onError: (error: unknown, doing: string) => void
}

export function makePortRoom({ store, clock, environment, programs, onError }: PortRoomOptions): PortRoom {
  const networks = makeAgentNetworks({
    path: environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    bridgeCommand: [process.execPath, join(programs, 'bridge.mjs')],
    onRefused: (refused) =>
      void noteRefused({ store, clock }, refused).catch((error: unknown) =>
        onError(error, 'a refused connection could not be written down'),
      ),
  })
  return {
    deps: { store, clock, networks },
    look: () => keepPorts({ store, networks, readHostAddresses }),
    [Symbol.dispose]: () => networks[Symbol.dispose](),
  }
}
