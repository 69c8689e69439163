// How long an agent may be held up by an event in all.
import { isGate } from './gate.ts'

/** Longer than a planned swap, shorter than anybody minds. */
const INFORM_LIMIT_MS = 2000
/** Longer than any recovery, and shorter than the CLIs wait for us. */
const MAIL_LIMIT_MS = 45_000
/** Before these are answered, the server looks at the agent's work, which takes git a moment. */
const LOOK_LIMIT_MS = 9000
const LOOKS: ReadonlySet<string> = new Set(['SessionStart', 'PreCompact'])

const PROMPTS: ReadonlySet<string> = new Set(['UserPromptSubmit', 'BeforeAgent'])
/** How every delivery begins. */
const MAIL_MARK = '[cmux mail dlv_'

/**
 * A prompt that brings mail waits for the server, which typed it and will be back: whether it was shown before only the
 * server knows. What people type never waits longer than other events.
 */
export function limitOf(event: string, gateMs: number, body: Uint8Array | string = ''): number {
  if (isGate(event)) return gateMs
  const isMail = PROMPTS.has(event) && Buffer.from(body).includes(MAIL_MARK)
  if (isMail) return MAIL_LIMIT_MS
  return LOOKS.has(event) ? LOOK_LIMIT_MS : INFORM_LIMIT_MS
}
