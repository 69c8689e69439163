// Agents on SQLite. What is asked for by itself has a column; the rest of a record is one document.
import type { Kysely, Selectable } from 'kysely'
import type { AgentRecord } from '../../../core/agents/agent-record.ts'
import type { AgentTableReader, AgentTableWriter } from '../../../core/agents/agent-table.ts'
import { BLANK_AGENT } from '../../../core/agents/blank-agent.ts'
import type { AgentId, ProjectName } from '../../../protocol/ids.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Schema } from '../schema.ts'
import { readAgentCounts, writeAgentCounts } from './agent-counts.ts'

type Row = Selectable<Schema['agents']>

export function makeAgentTableReader(db: Kysely<Schema>): AgentTableReader {
  return { ...readRegister(db), ...readStarts(db), ...readAgentCounts(db) }
}

type Register = Pick<AgentTableReader, 'all' | 'byName' | 'byId' | 'lastProjectOf'>

function readRegister(db: Kysely<Schema>): Register {
  const present = () => db.selectFrom('agents').selectAll().where('removed_at', 'is', null)
  return {
    async all() {
      return (await present().orderBy('id').execute()).map(recordFromRow)
    },
    async byName(name) {
      const rows = await present().where('name', '=', name).execute()
      return rows[0] && recordFromRow(rows[0])
    },
    async byId(id) {
      const rows = await present().where('id', '=', id).execute()
      return rows[0] && recordFromRow(rows[0])
    },
    async lastProjectOf(name) {
      const all = db.selectFrom('agents').select('project').where('name', '=', name)
      const [row] = await all.orderBy('id', 'desc').limit(1).execute()
      return (row?.project ?? null) as ProjectName | null
    },
  }
}

function readStarts(db: Kysely<Schema>): Pick<AgentTableReader, 'restartsSince' | 'generations'> {
  return {
    async restartsSince(moment) {
      const rows = await db
        .selectFrom('agent_generations')
        .select(['agent', 'started_at'])
        .where('started_at', '>', moment)
        .where('asked', '=', 0)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('agent_generations as later')
                .select('later.agent')
                .whereRef('later.agent', '=', 'agent_generations.agent')
                .whereRef('later.generation', '>', 'agent_generations.generation')
                .where('later.asked', '=', 1),
            ),
          ),
        )
        .execute()
      const byAgent = new Map<AgentId, Timestamp[]>()
      for (const { agent, started_at: at } of rows) {
        const id = agent as AgentId
        byAgent.set(id, [...(byAgent.get(id) ?? []), at as Timestamp])
      }
      return byAgent
    },
    async generations(id) {
      const rows = await db
        .selectFrom('agent_generations')
        .selectAll()
        .where('agent', '=', id)
        .orderBy('generation', 'desc')
        .execute()
      return rows.map((row) => ({
        generation: row.generation,
        startedAt: row.started_at as Timestamp,
        why: row.why,
        conversation: row.conversation,
        endedAt: row.ended_at as Timestamp | null,
        end: row.end,
      }))
    },
  }
}

export function makeAgentTableWriter(db: Kysely<Schema>, mask: Mask): AgentTableWriter {
  return {
    ...makeAgentTableReader(db),
    ...writeRegister(db, mask),
    ...writeStarts(db),
    ...writeAgentCounts(db),
  }
}

function writeRegister(
  db: Kysely<Schema>,
  mask: Mask,
): Pick<AgentTableWriter, 'insert' | 'change' | 'remove'> {
  const { byId } = readRegister(db)
  return {
    async insert(record) {
      const { id, createdAt } = record
      await db
        .insertInto('agents')
        .values({ id, created_at: createdAt, removed_at: null, ...columnsOf(record, mask) })
        .execute()
    },
    async change(id, change) {
      const record = await byId(id)
      if (!record) return
      await db
        .updateTable('agents')
        .set(columnsOf({ ...record, ...change }, mask))
        .where('id', '=', id)
        .execute()
    },
    async remove(id, at) {
      await db.updateTable('agents').set({ removed_at: at }).where('id', '=', id).execute()
    },
  }
}

function writeStarts(db: Kysely<Schema>): Pick<AgentTableWriter, 'beginGeneration' | 'endGeneration'> {
  return {
    async beginGeneration(id, { generation, startedAt, why, asked, conversation }) {
      await db
        .insertInto('agent_generations')
        .values({
          agent: id,
          generation,
          started_at: startedAt,
          why,
          asked: asked ? 1 : 0,
          conversation,
          ended_at: null,
          end: null,
        })
        .execute()
    },
    async endGeneration(id, generation, at, end) {
      await db
        .updateTable('agent_generations')
        .set({ ended_at: at, end })
        .where('agent', '=', id)
        .where('generation', '=', generation)
        .where('ended_at', 'is', null)
        .execute()
    },
  }
}

/** What was said to it and about it is masked; how it is started is kept as it is. */
function columnsOf(given: AgentRecord, mask: Mask) {
  const { purpose, gaveUp, paused, approval, turn, evidence, quota } = given
  const record = { ...given, ...mask.deep({ purpose, gaveUp, paused, approval, turn, evidence, quota }) }
  const { name, project, desired, status, generation } = record
  return { name, project, desired, status, generation, record: JSON.stringify(record) }
}

/** A record that an older release wrote may lack what newer ones have: it gets the value that means "nothing yet". */
function recordFromRow(row: Row): AgentRecord {
  const known = JSON.parse(row.record) as Partial<AgentRecord>
  return { ...BLANK_AGENT, ...known } as AgentRecord
}
