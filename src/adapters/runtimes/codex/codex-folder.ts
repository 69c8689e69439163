import { join } from 'node:path'

/** Where Codex keeps its settings, its login and its conversations. */
export function codexFolder(environment: Readonly<Record<string, string>>): string {
  return environment['CODEX_HOME'] || join(environment['HOME'] ?? '', '.codex')
}
