// Who has to look at a planned change before it goes its way, in words. Pure: the server has decided it.
import type { ChangeView } from '../../../protocol/change.ts'

export function sayLeave({ needs, skipTests }: Pick<ChangeView, 'needs' | 'skipTests'>): string {
  if (needs.kind === 'human')
    return `${upper(needs.why)}: you have to read it to its end, and let through only exactly this.`
  return skipTests ? 'It skips its checks, as it was asked for.' : `${upper(needs.why)}.`
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
