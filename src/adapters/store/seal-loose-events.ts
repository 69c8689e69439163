// Brings events into the chain that were written without a hash: before there were hashes, or by an older release after a
// rollback. They stay as they are; each piece of them gets a seal, the hash that its last event would carry.
import type { DatabaseSync } from 'node:sqlite'
import { CHAIN_START, linkEvent, type Link } from '../../core/audit/link-event.ts'
import type { StoredEvent } from '../../core/audit/audit-log.ts'
import { sha256 } from '../entropy/sha256.ts'

/** A change among sealed events is found to be within one piece, so pieces are short. */
const PIECE = 1000

/** Where the chain ends then. Outside of a transaction each seal is one of its own, so that nobody waits for all of them. */
export function sealLooseEvents(database: DatabaseSync): Link {
  const read = database.prepare('select * from events where seq > ? order by seq limit ?')
  const insert = database.prepare('insert or ignore into event_seals (seq, hash) values (?, ?)')
  let end = findLastLink(database)
  for (;;) {
    const piece = read.all(end.seq, PIECE) as unknown as StoredEvent[]
    // One that carries a hash was written meanwhile by a server that has sealed what is before it.
    if (piece.length === 0 || piece.some(({ hash }) => hash !== null)) return end
    end = piece.reduce(
      ({ hash }, event): Link => ({ seq: event.seq, hash: linkEvent(hash, event, sha256) }),
      end,
    )
    insert.run(end.seq, end.hash)
  }
}

function findLastLink(database: DatabaseSync): Link {
  const [seal = CHAIN_START] = readLinks(database, 'select * from event_seals order by seq desc limit 1')
  const [event] = readLinks(
    database,
    'select seq, hash from events where seq > ? and hash is not null order by seq desc limit 1',
    seal.seq,
  )
  return event ?? seal
}

function readLinks(database: DatabaseSync, query: string, ...values: number[]): Link[] {
  return database.prepare(query).all(...values) as unknown as Link[]
}
