// What was counted of agents on SQLite: tokens by message, the transcripts they come from, and answers to hooks.
import type { Kysely } from 'kysely'
import type { AgentTableReader, AgentTableWriter } from '../../../core/agents/agent-table.ts'
import { growUsage } from '../../../core/budgets/grow-usage.ts'
import type { AgentId } from '../../../protocol/ids.ts'
import type { Schema } from '../schema.ts'

type Reads = Pick<AgentTableReader, 'usage' | 'usageByMessage' | 'transcripts' | 'hookAnswer'>

export function readAgentCounts(db: Kysely<Schema>): Reads {
  return {
    async usage(id) {
      const present = db.selectFrom('agents').select('id').where('removed_at', 'is', null)
      const rows = await db
        .selectFrom('agent_usage')
        .select(({ fn }) => [
          'agent',
          fn.sum<number>('input').as('input'),
          fn.sum<number>('output').as('output'),
          fn.sum<number>('cache_read').as('cacheRead'),
          fn.sum<number>('cache_write').as('cacheWrite'),
        ])
        .where('agent', 'in', id === undefined ? present : [id])
        .groupBy('agent')
        .execute()
      return new Map(rows.map(({ agent, ...sums }) => [agent as AgentId, sums]))
    },
    async usageByMessage(id) {
      return selectUsage(db, id).execute()
    },
    async transcripts(id) {
      const rows = await db
        .selectFrom('agent_transcripts')
        .select('path')
        .where('agent', '=', id)
        .orderBy('at')
        .orderBy('path')
        .execute()
      return rows.map(({ path }) => path)
    },
    async hookAnswer(request) {
      const rows = await db
        .selectFrom('hook_answers')
        .select('answer')
        .where('request', '=', request)
        .execute()
      return rows[0]?.answer
    },
  }
}

function selectUsage(db: Kysely<Schema>, agent: AgentId) {
  return db
    .selectFrom('agent_usage')
    .select(({ val }) => [
      val<'usage'>('usage').as('kind'),
      'message',
      'model',
      'input',
      'output',
      'cache_read as cacheRead',
      'cache_write as cacheWrite',
    ])
    .where('agent', '=', agent)
}

type Writes = Pick<AgentTableWriter, 'addUsage' | 'noteTranscript' | 'keepHookAnswer' | 'forgetHookAnswers'>

export function writeAgentCounts(db: Kysely<Schema>): Writes {
  return {
    async addUsage(id, told, at) {
      const [known] = await selectUsage(db, id).where('message', '=', told.message).execute()
      const grown = growUsage(known, told)
      if (!grown) return undefined
      const { input, output, cacheRead, cacheWrite } = grown.whole
      const counts = { input, output, cache_read: cacheRead, cache_write: cacheWrite }
      await db
        .insertInto('agent_usage')
        .values({ agent: id, message: told.message, at, model: told.model, ...counts })
        .onConflict((conflict) => conflict.columns(['agent', 'message']).doUpdateSet(counts))
        .execute()
      return grown.added
    },
    async noteTranscript(id, path, at) {
      await db
        .insertInto('agent_transcripts')
        .values({ agent: id, path, at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async keepHookAnswer(request, answer, at) {
      await db
        .insertInto('hook_answers')
        .values({ request, answer, at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async forgetHookAnswers(before) {
      await db.deleteFrom('hook_answers').where('at', '<', before).execute()
    },
  }
}
