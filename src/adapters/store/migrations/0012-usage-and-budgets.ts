// What agents used, by the hour and in sums; budgets; and the transcripts that it is counted from.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const COUNTS = [
  'turns',
  'tools',
  'restarts',
  'wall_ms',
  'input',
  'output',
  'cache_read',
  'cache_write',
  'nano_usd',
  'unpriced',
]

export const usageAndBudgets: Migration = {
  version: 12,
  name: 'usage and budgets',
  readableFrom: 1,
  async up(db) {
    const counts = sql.raw(COUNTS.map((name) => `${name} integer not null`).join(', '))
    await sql`create table usage_hours (
      hour text not null, agent text not null, project text not null, task text not null, model text not null,
      ${counts}, primary key (hour, agent, project, task, model)) strict, without rowid`.execute(db)
    await sql`create table usage_totals (
      scope text not null, period text not null,
      ${counts}, primary key (scope, period)) strict, without rowid`.execute(db)
    await sql`create table budgets (
      scope text not null, per text not null, record text not null, primary key (scope, per)) strict`.execute(
      db,
    )
    await sql`create table budget_marks (
      scope text not null, per text not null, kind text not null, period text not null,
      level text not null, bound integer not null, at text not null,
      primary key (scope, per, kind)) strict`.execute(db)
    await sql`create table agent_transcripts (
      agent text not null, path text not null, at text not null, primary key (agent, path)) strict`.execute(
      db,
    )
    // What older releases counted: tokens only, and nobody knows what they cost.
    await sql`insert into usage_hours
      select substr(u.at, 1, 13) || ':00:00.000Z', a.name, coalesce(a.project, ''), '', u.model,
        0, 0, 0, 0, sum(u.input), sum(u.output), sum(u.cache_read), sum(u.cache_write),
        0, sum(u.input + u.output + u.cache_read + u.cache_write)
      from agent_usage u join agents a on a.id = u.agent group by 1, 2, 3, 5`.execute(db)
    const old = sql.raw(COUNTS.map((name) => `sum(${name})`).join(', '))
    await sql`insert into usage_totals select 'all', 'total', ${old} from usage_hours having count(*) > 0`.execute(
      db,
    )
    await sql`insert into usage_totals select 'project:' || project, 'total', ${old} from usage_hours
      where project <> '' group by project`.execute(db)
    await sql`insert into usage_totals select 'agent:' || agent, 'total', ${old} from usage_hours
      where agent in (select name from agents where removed_at is null) group by agent`.execute(db)
  },
}
