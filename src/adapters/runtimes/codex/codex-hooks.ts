// Codex's hooks, given on the command line, and trusted there one by one by the hash of what they run. The flag that trusts
// every hook would also trust those that a repository brings along.
import { createHash } from 'node:crypto'
import { HOOK_LIMITS_SEC } from '../hook-limits.ts'
import { quoteWords } from '../quote-words.ts'
import type { Toml } from './to-toml.ts'

const { gate, carrier, news } = HOOK_LIMITS_SEC
/** The most that Codex gives it; a longer one would be cut, and be another hook than the one that is trusted. */
const END_LIMIT_SEC = 3

const LIMITS_SEC: Readonly<Record<string, number>> = {
  SessionStart: carrier,
  UserPromptSubmit: carrier,
  PreToolUse: gate,
  PermissionRequest: gate,
  PostToolUse: news,
  PreCompact: news,
  PostCompact: news,
  Stop: carrier,
  SessionEnd: END_LIMIT_SEC,
}

/** Where Codex says that hooks of the command line come from. */
const SOURCE = '/<session-flags>/config.toml'

export function codexHooks(hookCommand: readonly string[]): Toml {
  const hooks = Object.entries(LIMITS_SEC).map(([event, timeout]) => ({
    event,
    hook: { type: 'command', command: quoteWords([...hookCommand, 'codex', event]), timeout },
  }))
  return {
    ...Object.fromEntries(hooks.map(({ event, hook }) => [event, [{ hooks: [hook] }]])),
    state: Object.fromEntries(
      hooks.map(({ event, hook }) => [
        `${SOURCE}:${snakeCase(event)}:0:0`,
        // Said, since what its own settings say of the same hook is merged into this.
        { enabled: true, trusted_hash: hashHook(snakeCase(event), hook) },
      ]),
    ),
  }
}

/** As Codex 0.166 does it: SHA-256 of the hook as JSON, keys in order. When that changes, hooks stay silent and tests tell. */
function hashHook(event: string, hook: { command: string; timeout: number; type: string }): string {
  const { command, timeout, type } = hook
  const identity = { event_name: event, hooks: [{ async: false, command, timeout, type }] }
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`
}

function snakeCase(event: string): string {
  return event.replace(/(?<=.)([A-Z])/g, '_$1').toLowerCase()
}
