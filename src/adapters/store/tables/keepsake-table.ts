// Keepsakes on SQLite.
import type { Kysely } from 'kysely'
import type { KeepsakeTableReader, KeepsakeTableWriter } from '../../../core/continuity/keepsake-table.ts'
import type { KeptState, Progress } from '../../../protocol/agents/work-state.ts'
import type { AgentId } from '../../../protocol/ids.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Schema } from '../schema.ts'

type Kind = 'progress' | 'state'

export function makeKeepsakeTableReader(db: Kysely<Schema>): KeepsakeTableReader {
  const read = async (agent: AgentId, kind: Kind): Promise<unknown> => {
    const rows = await db
      .selectFrom('keepsakes')
      .select('record')
      .where('agent', '=', agent)
      .where('kind', '=', kind)
      .execute()
    return rows[0] && JSON.parse(rows[0].record)
  }
  return {
    progressOf: async (agent) => (await read(agent, 'progress')) as Progress | undefined,
    stateOf: async (agent) => (await read(agent, 'state')) as KeptState | undefined,
  }
}

export function makeKeepsakeTableWriter(db: Kysely<Schema>, mask: Mask): KeepsakeTableWriter {
  const put = async (agent: AgentId, kind: Kind, value: Progress | KeptState) => {
    const row = { at: value.at ?? '', record: JSON.stringify(mask.deep(value)) }
    await db
      .insertInto('keepsakes')
      .values({ agent, kind, ...row })
      .onConflict((known) => known.columns(['agent', 'kind']).doUpdateSet(row))
      .execute()
  }
  return {
    ...makeKeepsakeTableReader(db),
    putProgress: (agent, progress) => put(agent, 'progress', progress),
    putState: (agent, state) => put(agent, 'state', state),
    async forget(agent) {
      await db.deleteFrom('keepsakes').where('agent', '=', agent).execute()
    },
  }
}
