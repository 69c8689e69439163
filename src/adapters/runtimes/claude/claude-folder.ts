// Where Claude Code keeps its things. With CLAUDE_CONFIG_DIR all of it is there, `.claude.json` too (seen with 2.1.325).
import { join } from 'node:path'

export function claudeFolder(environment: Readonly<Record<string, string>>) {
  const home = environment['HOME'] ?? ''
  const chosen = environment['CLAUDE_CONFIG_DIR'] || undefined
  const folder = chosen ?? join(home, '.claude')
  return {
    root: folder,
    config: join(chosen ?? home, '.claude.json'),
    credentials: join(folder, '.credentials.json'),
    settings: join(folder, 'settings.json'),
    transcripts: join(folder, 'projects'),
  }
}

/** Those that began in one folder. */
export const conversationsIn = (environment: Readonly<Record<string, string>>, folder: string): string =>
  join(claudeFolder(environment).transcripts, folder.replaceAll(/[^a-zA-Z0-9]/g, '-'))
