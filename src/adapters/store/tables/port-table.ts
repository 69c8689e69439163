// Ports between agents and this machine, on SQLite.
import type { Kysely } from 'kysely'
import type { PortKey, PortTableReader, PortTableWriter } from '../../../core/ports/port-table.ts'
import type { AgentPort } from '../../../protocol/agents/port.ts'
import type { Schema } from '../schema.ts'

export function makePortTableReader(db: Kysely<Schema>): PortTableReader {
  return {
    async all() {
      const rows = await db.selectFrom('agent_ports').select('record').orderBy('id').execute()
      return rows.map(({ record }) => JSON.parse(record) as AgentPort)
    },
  }
}

const idOf = ({ agent, direction, address, port }: PortKey) => [agent, direction, address, port].join(' ')

export function makePortTableWriter(db: Kysely<Schema>): PortTableWriter {
  return {
    ...makePortTableReader(db),
    async put(port) {
      const row = { agent: port.agent, scope: port.scope, record: JSON.stringify(port) }
      await db
        .insertInto('agent_ports')
        .values({ id: idOf(port), ...row })
        .onConflict((known) => known.column('id').doUpdateSet(row))
        .execute()
    },
    async removeAgent(agent) {
      await db
        .deleteFrom('agent_ports')
        .where('agent', '=', agent)
        .where((row) => row.or([row('scope', 'is', null), row('scope', '!=', 'project')]))
        .execute()
    },
  }
}
