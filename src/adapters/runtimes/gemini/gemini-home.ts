// Gemini CLI takes hooks only from a settings file: the person's, which would give them to every Gemini, the workspace's,
// which the agent could change, or the system's, which must be root's. So each agent has a home of its own for it.
import { join } from 'node:path'

export function geminiHome(agentHome: string) {
  const home = join(agentHome, 'gemini')
  const folder = join(home, '.gemini')
  return {
    home,
    folder,
    settings: join(folder, 'settings.json'),
    /** Read into every conversation: the role. */
    memory: join(folder, 'GEMINI.md'),
    logins: LOGIN_FILES.map((name) => join(folder, name)),
  }
}

/** What a login with a Google account leaves behind. */
export const LOGIN_FILES = ['oauth_creds.json', 'google_accounts.json'] as const
