// Kept rules on SQLite.
import type { Kysely } from 'kysely'
import type { KeptRuleTableReader, KeptRuleTableWriter } from '../../../core/rules/kept-rule-table.ts'
import type { KeptRule } from '../../../protocol/approvals/kept-rule.ts'
import type { Schema } from '../schema.ts'

export function makeKeptRuleTableReader(db: Kysely<Schema>): KeptRuleTableReader {
  const all = () => db.selectFrom('kept_rules').select('record').orderBy('id')
  return {
    all: async () => (await all().execute()).map(parse),
    async of(agent, project) {
      const rows = await all()
        .where((row) =>
          row.or([row('agent', '=', agent), ...(project === null ? [] : [row('project', '=', project)])]),
        )
        .execute()
      return rows.map(parse)
    },
  }
}

const parse = ({ record }: { readonly record: string }) => JSON.parse(record) as KeptRule

export function makeKeptRuleTableWriter(db: Kysely<Schema>): KeptRuleTableWriter {
  return {
    ...makeKeptRuleTableReader(db),
    async insert(rule) {
      const { id, agent, project } = rule
      await db
        .insertInto('kept_rules')
        .values({ id, agent, project, record: JSON.stringify(rule) })
        .execute()
    },
    async remove(id) {
      await db.deleteFrom('kept_rules').where('id', '=', id).execute()
    },
    async removeAgent(agent) {
      await db.deleteFrom('kept_rules').where('agent', '=', agent).execute()
    },
  }
}
