// What is left to do about a turn that somebody ended, by what its screen shows now. Pure.
import { isMailOnly } from '../mail/delivery/compose-envelope.ts'
import type { Interrupt } from '../agents/agent-record.ts'
import type { ScreenReading } from '../agents/runtime.ts'

/** After that long a person who looks is shown what it does; pressing on would only get in their way. */
const LIMIT_MS = 30_000

export function decideInterrupt(
  reading: ScreenReading,
  { delivery }: Pick<Interrupt, 'delivery'>,
  sinceMs: number,
): 'interrupt' | 'clear' | 'wait' | 'settle' {
  if (sinceMs >= LIMIT_MS) return 'settle'
  switch (reading.kind) {
    case 'working':
      return 'interrupt'
    case 'dialog':
      // On a first-run dialog the key would end the program.
      return ['permission', 'question'].includes(reading.dialog.kind) ? 'interrupt' : 'settle'
    case 'ready':
      // What somebody has added to it is theirs.
      return delivery !== null && isMailOnly(reading.draft, delivery) ? 'clear' : 'settle'
    case 'unclear':
      return 'wait'
    default:
      return reading satisfies never
  }
}
