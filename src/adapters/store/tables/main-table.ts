// Where main branches were seen, on SQLite.
import type { Kysely } from 'kysely'
import type { MainSight, MainTableReader, MainTableWriter } from '../../../core/projects/main-table.ts'
import type { Schema } from '../schema.ts'

export function makeMainTableReader(db: Kysely<Schema>): MainTableReader {
  return {
    async byProject(project) {
      const [row] = await db
        .selectFrom('main_branches')
        .select('record')
        .where('project', '=', project)
        .execute()
      return row && (JSON.parse(row.record) as MainSight)
    },
  }
}

export function makeMainTableWriter(db: Kysely<Schema>): MainTableWriter {
  return {
    ...makeMainTableReader(db),
    async put(project, sight) {
      const record = JSON.stringify(sight)
      await db
        .insertInto('main_branches')
        .values({ project, record })
        .onConflict((known) => known.column('project').doUpdateSet({ record }))
        .execute()
    },
  }
}
