// Who has to look at a planned change before it goes its way, in words. Pure: the server has decided it.
import type { ChangeView } from '../../../protocol/changes/change.ts'

export function sayLeave({ needs, skipTests }: Pick<ChangeView, 'needs' | 'skipTests'>): string {
  if (needs.kind === 'human')
    return `${upper(needs.why)}: read the change to its end before you approve it. The approval covers exactly this content.`
  return skipTests ? 'Checks are skipped, as requested.' : `${upper(needs.why)}.`
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
