// Projects on SQLite.
import type { Kysely, Selectable } from 'kysely'
import type { ProjectTableReader, ProjectTableWriter } from '../../../core/projects/project-table.ts'
import type { ProjectId, ProjectName } from '../../../protocol/ids.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Schema } from '../schema.ts'

export function makeProjectTableReader(db: Kysely<Schema>): ProjectTableReader {
  const selectPresent = () => db.selectFrom('projects').selectAll().where('removed_at', 'is', null)
  return {
    async list({ all }) {
      const rows = await (all ? db.selectFrom('projects').selectAll() : selectPresent())
        .orderBy((column) => column('removed_at', 'is not', null))
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(projectFromRow)
    },
    async byName(name) {
      const rows = await selectPresent().where('name', '=', name).execute()
      return rows[0] && projectFromRow(rows[0])
    },
    async byPath(path) {
      const rows = await selectPresent().where('path', '=', path).execute()
      return rows[0] && projectFromRow(rows[0])
    },
  }
}

export function makeProjectTableWriter(db: Kysely<Schema>): ProjectTableWriter {
  return {
    ...makeProjectTableReader(db),
    async insert(project) {
      await db
        .insertInto('projects')
        .values({
          id: project.id,
          name: project.name,
          path: project.path,
          main_branch: project.mainBranch,
          created_at: project.createdAt,
          added_by: project.addedBy,
          removed_at: project.removedAt,
        })
        .execute()
    },
    async remove(id, at) {
      await db.updateTable('projects').set({ removed_at: at }).where('id', '=', id).execute()
    },
  }
}

function projectFromRow(row: Selectable<Schema['projects']>): Project {
  return {
    id: row.id as ProjectId,
    name: row.name as ProjectName,
    path: row.path,
    mainBranch: row.main_branch,
    createdAt: row.created_at as Timestamp,
    addedBy: row.added_by,
    removedAt: row.removed_at as Timestamp | null,
  }
}
