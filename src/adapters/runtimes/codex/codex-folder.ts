import { join } from 'node:path'

/** Where Codex keeps its settings, its login and its conversations. */
export function codexFolder(environment: Readonly<Record<string, string>>): string {
  return environment['CODEX_HOME'] || join(environment['HOME'] ?? '', '.codex')
}

/** What an agent in the sandbox has there instead, in its own folder. */
export const OWN_CODEX = ['box', 'codex'] as const

/** By day, not by folder: the person's `sessions` has all of their conversations, so an agent in the sandbox has one of its own. */
export const ownTranscript = (named: string, agentHome: string): string =>
  join(agentHome, ...OWN_CODEX, 'sessions', /\/sessions\/(.+)$/.exec(named)?.[1] ?? 'none')
