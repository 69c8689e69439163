// A page of the history, and whether there is more of it elsewhere.
import { z } from 'zod'
import { Event } from './event.ts'
import { pageOf } from './page.ts'

export const EventPage = pageOf(Event).extend({
  /** The page would go on, or begin, with events up to `upTo`: they are no longer here, and `GET /api/audit` has them. */
  archived: z.object({ upTo: z.number().int() }).nullable(),
})
