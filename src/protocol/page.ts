// The frame of every list: `?limit=&cursor=` in, `{ items, next }` out.
import { z } from 'zod'

const PAGE_LIMIT_DEFAULT = 100
const PAGE_LIMIT_MAX = 1000

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  cursor: z.string().max(200).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() })

export interface Page<Item> {
  items: Item[]
  next: string | null
}
