// Mail is counted as it moves, instead of being counted when somebody asks; and what two have written to each other is found at once.
// Triggers do the counting: they are a part of the data, so an older release that goes on with it counts as well.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const IS_UNREAD = (row: 'old' | 'new') => sql.raw(`${row}.receipt not in ('acked', 'dead')`)

const countIn = sql`
  insert into mail_counts (what, count) values ('receipt ' || new.receipt, 1)
    on conflict (what) do update set count = count + 1;
  insert into unread_counts (receiver, sender, count)
    select new.receiver, new.sender, 1 where ${IS_UNREAD('new')}
    on conflict (receiver, sender) do update set count = count + 1;`

const countOut = sql`
  update mail_counts set count = count - 1 where what = 'receipt ' || old.receipt;
  update unread_counts set count = count - 1
    where receiver = old.receiver and sender = old.sender and ${IS_UNREAD('old')};`

export const mailCounts: Migration = {
  version: 24,
  name: 'mail counts',
  readableFrom: 1,
  async up(db) {
    await sql`create table unread_counts (
      receiver text not null, sender text not null, count integer not null,
      primary key (receiver, sender)) strict, without rowid`.execute(db)
    await sql`create index messages_between on messages (receiver, sender, seq)`.execute(db)
    await sql`create index tasks_updated on tasks (updated_at, seq)`.execute(db)
    await sql`insert into mail_counts (what, count)
      select 'receipt ' || receipt, count(*) from messages group by receipt`.execute(db)
    await sql`insert into unread_counts (receiver, sender, count)
      select receiver, sender, count(*) from messages
      where receipt not in ('acked', 'dead') group by receiver, sender`.execute(db)
    await sql`create trigger messages_counted_in after insert on messages begin ${countIn} end`.execute(db)
    await sql`create trigger messages_counted_on after update of receipt on messages
      when new.receipt <> old.receipt begin ${countOut} ${countIn} end`.execute(db)
    await sql`create trigger messages_counted_out after delete on messages begin ${countOut} end`.execute(db)
  },
}
