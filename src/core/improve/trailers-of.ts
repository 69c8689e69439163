// What cmux writes at the end of a commit's message: whose work it is, and which change brought it. Pure.
import type { Trailer } from '../../lib/git/set-trailers.ts'
import type { Change } from '../../protocol/changes/change.ts'

export function trailersOf({ id, workOf, author }: Pick<Change, 'id' | 'workOf' | 'author'>): Trailer[] {
  return [
    ...(workOf === null ? [] : [['Agent', workOf.agent] as const]),
    ...(workOf?.task ? [['Task', workOf.task] as const] : []),
    ['Change', id],
    ['Asked-by', author],
  ]
}
