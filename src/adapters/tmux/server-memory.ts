// Which process our tmux server is, kept over our own restarts. A temp cleaner that deletes the socket leaves a server that
// nobody reaches: it must not be taken for a dead one, and it makes the socket anew when told so.
import { readIfThere } from '../files/read-if-there.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { processIdentity } from './process-identity.ts'

export interface ServerMemory {
  remember(pid: number): Promise<void>
  /** Whether the server that we knew still lives; then it was told to make its socket anew. */
  revive(): Promise<boolean>
}

export function makeServerMemory(path: string): ServerMemory {
  return {
    async remember(pid) {
      const note = `${pid} ${(await processIdentity(pid)) ?? ''}\n`
      if ((await readIfThere(path)) !== note) await writeAtomically(path, note)
    },
    async revive() {
      const [, pid, identity] = /^(\d+) (.+)\n$/.exec((await readIfThere(path)) ?? '') ?? []
      if (pid === undefined || (await processIdentity(Number(pid))) !== identity) return false
      process.kill(Number(pid), 'SIGUSR1')
      return true
    },
  }
}
