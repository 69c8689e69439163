// Pairs of sockets by the port that they use: what comes in at one goes out at the other, and a port that is closed closes what goes
// through it.
import type { Socket } from 'node:net'

export interface JoinedSockets {
  add(name: string, one: Socket, other: Socket): void
  end(name: string): void
  endAll(): void
}

export function joinSockets(): JoinedSockets {
  const ends = new Map<string, Set<() => void>>()
  const end = (name: string) => {
    for (const each of ends.get(name) ?? []) each()
  }
  return {
    add(name, one, other) {
      const ofPort = ends.get(name) ?? new Set()
      ends.set(name, ofPort)
      const endPair = () => {
        ofPort.delete(endPair)
        one.destroy()
        other.destroy()
      }
      ofPort.add(endPair)
      for (const socket of [one, other]) socket.on('error', endPair).on('close', endPair)
      one.pipe(other).pipe(one)
    },
    end,
    endAll() {
      for (const name of ends.keys()) end(name)
    },
  }
}
