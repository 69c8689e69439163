// Tasks on SQLite.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Visibility } from '../../../core/access/find-visibility.ts'
import type { TaskChange, TaskRecord } from '../../../core/tasks/task-record.ts'
import type { TaskTableReader, TaskTableWriter } from '../../../core/tasks/task-table.ts'
import type { TaskId } from '../../../protocol/ids.ts'
import type { TaskEntry, TasksQuery } from '../../../protocol/tasks/task.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Schema } from '../schema.ts'

type Row = Selectable<Schema['tasks']>

/** In these words, so that SQLite knows the partial index by them. */
const IS_OPEN = sql<boolean>`state in ('submitted', 'working', 'input-required', 'auth-required')`
const IS_ASKING = sql<boolean>`state in ('input-required', 'auth-required')`
/** What a list shows of a long text. */
const TEXT_IN_LIST_CHARS = 2000

export function makeTaskTableReader(db: Kysely<Schema>): TaskTableReader {
  const all = () => db.selectFrom('tasks').selectAll()
  const whole = (rows: Row[]) => withRelations(db, rows)
  return {
    async byId(id) {
      return (await whole(await all().where('id', '=', id).execute()))[0]
    },
    list: async (query) => whole(await listQuery(db, query).execute()),
    async countOpen() {
      const [row] = await db
        .selectFrom('tasks')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(IS_OPEN)
        .execute()
      return row?.count ?? 0
    },
    asking: async (limit) => whole(await all().where(IS_ASKING).orderBy('seq').limit(limit).execute()),
    openOf: async (assignee) =>
      whole(await all().where('assignee', '=', assignee).where(IS_OPEN).orderBy('seq').execute()),
    childrenOf: async (parent) => whole(await all().where('parent', '=', parent).orderBy('seq').execute()),
    async dependentsOf(needed) {
      const waiting = db.selectFrom('task_dependencies').select('task').where('needed', '=', needed)
      return whole(await all().where('id', 'in', waiting).orderBy('seq').execute())
    },
    async history(id) {
      const rows = await db
        .selectFrom('task_history')
        .select(['at', 'actor', 'state', 'assignee', 'note'])
        .where('task', '=', id)
        .orderBy('number')
        .execute()
      return rows as TaskEntry[]
    },
  }
}

function listQuery(db: Kysely<Schema>, query: TasksQuery & { readonly visibility?: Visibility }) {
  const { state, assignee, project, open, newest, limit, cursor, visibility = 'all' } = query
  return (
    db
      .selectFrom('tasks')
      .selectAll()
      .select([beginning('body'), beginning('result')])
      // Of the newest first, the order leads: the plus keeps SQLite from reading all that is after the cursor.
      .where(newest ? sql`+seq` : 'seq', '>', cursor)
      .$if(visibility !== 'all', (tasks) => tasks.where(isSeen(visibility)))
      .$if(state !== undefined, (tasks) => tasks.where('state', 'in', state ?? []))
      .$if(assignee !== undefined, (tasks) => tasks.where('assignee', '=', assignee ?? ''))
      .$if(project !== undefined, (tasks) => tasks.where('project', '=', project ?? ''))
      .$if(open, (tasks) => tasks.where(IS_OPEN))
      .$if(newest, (tasks) => tasks.orderBy('updated_at', 'desc'))
      .orderBy('seq', newest ? 'desc' : 'asc')
      .limit(limit)
  )
}

/** As `isTaskInSight` says of one. */
const isSeen = (visibility: Visibility) =>
  visibility === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(project is null or project = ${visibility.project} or assignee = ${visibility.agent} or created_by = ${visibility.agent})`

const beginning = (column: 'body' | 'result') =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(TEXT_IN_LIST_CHARS)})`.as(column)

/** With what each waits for, which of it is not completed yet, and how far its children are. */
async function withRelations(db: Kysely<Schema>, rows: readonly Row[]): Promise<TaskRecord[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const needed = Map.groupBy(await findNeeded(db, ids), ({ task }) => task)
  const parts = new Map((await countParts(db, ids)).map(({ parent, all, done }) => [parent, { all, done }]))
  return rows.map((row) => {
    const after = needed.get(row.id) ?? []
    const waitsFor = after.filter(({ state }) => state !== 'completed')
    return recordFromRow(row, {
      after: idsOf(after),
      waitsFor: idsOf(waitsFor),
      parts: parts.get(row.id) ?? { all: 0, done: 0 },
    })
  })
}

function findNeeded(db: Kysely<Schema>, ids: readonly string[]) {
  return db
    .selectFrom('task_dependencies as link')
    .innerJoin('tasks as needed', 'needed.id', 'link.needed')
    .select(['link.task', 'needed.id', 'needed.state'])
    .where('link.task', 'in', ids)
    .orderBy('needed.seq')
    .execute()
}

function countParts(db: Kysely<Schema>, ids: readonly string[]) {
  return db
    .selectFrom('tasks')
    .select('parent')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(sql<number>`sum(state = 'completed')`.as('done'))
    .where('parent', 'in', ids)
    .where('state', '!=', 'canceled')
    .groupBy('parent')
    .execute()
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id as TaskId)

/** The body is what the assignee has to do, and stays whole. */
export function makeTaskTableWriter(db: Kysely<Schema>, mask: Mask): TaskTableWriter {
  return {
    ...makeTaskTableReader(db),
    async insert(task) {
      await db
        .insertInto('tasks')
        .values(rowFromRecord({ ...task, title: mask.text(task.title) }))
        .execute()
      const links = task.after.map((needed) => ({ task: task.id, needed }))
      if (links.length > 0) await db.insertInto('task_dependencies').values(links).execute()
    },
    async change(id, change) {
      const { result } = change
      await db
        .updateTable('tasks')
        .set(columnsOf({ ...change, ...(result && mask.deep({ result })) }))
        .where('id', '=', id)
        .execute()
    },
    async addEntry(id, entry) {
      await db
        .insertInto('task_history')
        .values(({ selectFrom }) => ({
          ...entry,
          note: entry.note && mask.text(entry.note),
          task: id,
          number: selectFrom('task_history')
            .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
            .where('task', '=', id),
        }))
        .execute()
    },
  }
}

function columnsOf({ updatedAt, assigner, ...same }: TaskChange): Partial<Row> {
  return {
    ...same,
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    ...(assigner !== undefined && { assigner: assigner && JSON.stringify(assigner) }),
  }
}

function rowFromRecord(task: TaskRecord): Row {
  const { after: _, waitsFor: __, parts: ___, assigner, createdBy, createdAt, updatedAt, ...same } = task
  return {
    ...same,
    assigner: assigner && JSON.stringify(assigner),
    created_by: createdBy,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

type Relations = Pick<TaskRecord, 'after' | 'waitsFor' | 'parts'>

function recordFromRow(row: Row, relations: Relations): TaskRecord {
  const { assigner, created_by: createdBy, created_at: createdAt, updated_at: updatedAt, ...same } = row
  const known: unknown = assigner === null ? null : JSON.parse(assigner)
  return { ...same, ...relations, assigner: known, createdBy, createdAt, updatedAt } as TaskRecord
}
