// Changes on SQLite.
import type { Kysely } from 'kysely'
import type { ChangeTableReader, ChangeTableWriter } from '../../../core/improve/change-table.ts'
import type { Change } from '../../../protocol/changes/change.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Schema } from '../schema.ts'

export function makeChangeTableReader(db: Kysely<Schema>): ChangeTableReader {
  return {
    async byId(id) {
      const [row] = await db.selectFrom('changes').select('record').where('id', '=', id).execute()
      return row && parse(row)
    },
    async list({ project, state, limit, cursor }) {
      const rows = await db
        .selectFrom('changes')
        .select('record')
        .where('seq', '<', cursor)
        .$if(project !== undefined, (changes) => changes.where('project', '=', project ?? ''))
        .$if(state !== undefined, (changes) => changes.where('state', '=', state ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(parse)
    },
    async inStates(states) {
      const rows = await db
        .selectFrom('changes')
        .select('record')
        .where('state', 'in', states)
        .orderBy('seq')
        .execute()
      return rows.map(parse)
    },
  }
}

/** Of what an earlier release has written, which had less. */
const BEFORE: Partial<Change> = {
  checks: [],
  rebases: 0,
  adopted: null,
  undone: null,
  restartAt: null,
  running: null,
  sick: null,
  steps: [],
  release: null,
  leave: null,
  review: null,
  checkedHead: null,
  overlaps: [],
  fromHead: null,
  // An earlier release made one commit of a branch that the main branch had left behind.
  merging: 'rebase',
  workOf: null,
  plain: false,
}

function parse({ record }: { readonly record: string }): Change {
  const known = JSON.parse(record) as Omit<Change, 'branch'> & Partial<Pick<Change, 'branch'>>
  return { ...BEFORE, branch: `${known.kind}/${known.id}`, ...known }
}

/** What was said of a change; paths, commits and sums are kept as they are. */
function masked(change: Change, mask: Mask): Change {
  const { description, note, sick, steps, checks } = change
  return { ...change, ...mask.deep({ description, note, sick, steps, checks }) }
}

export function makeChangeTableWriter(db: Kysely<Schema>, mask: Mask): ChangeTableWriter {
  const reader = makeChangeTableReader(db)
  return {
    ...reader,
    async insert(change) {
      const { seq, id, project, state } = change
      await db
        .insertInto('changes')
        .values({ seq, id, project, state, record: JSON.stringify(masked(change, mask)) })
        .execute()
    },
    async update(id, update) {
      const known = await reader.byId(id)
      if (!known) return
      const change = { ...known, ...update }
      const values = { state: change.state, record: JSON.stringify(masked(change, mask)) }
      await db.updateTable('changes').set(values).where('id', '=', id).execute()
    },
  }
}
