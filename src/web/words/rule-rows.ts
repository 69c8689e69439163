// Rules that people kept, and took back, as sentences.
import type { EventWords } from './describe-event.ts'
import { sayActor } from './say-actor.ts'
import { textOf } from './text-of.ts'

const row =
  (did: string) =>
  (data: Readonly<Record<string, unknown>>, actor: string): EventWords => ({
    text: `${sayActor(actor)} ${did}: ${textOf(data['says'])}`,
    tone: 'busy',
  })

export const RULE_ROWS = {
  'rule.kept': row('added a rule'),
  'rule.removed': row('removed a rule'),
} as const
