// The files beside the database that belong to the state of a release: settings, rules, roles and what the watchdog thinks of
// releases. Tokens, secrets and the passphrase are never among them.
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RoleName } from '../../protocol/agents/agent.ts'

const SINGLE = ['config.json', 'policy.json', 'watchdog/state.json']
const ROLES = 'roles'
/** More than anybody writes by hand; a folder full of something else must not fill the disk with every backup. */
const ROLES_MAX = 200
const FILE_MAX_BYTES = 1024 ** 2

/** Their names below the home. What is a link, a folder, or too large for such a file is left out. */
export async function listCompanions(home: string): Promise<string[]> {
  const names = await readdir(join(home, ROLES)).catch(() => [])
  const roles = names.filter(isRole).toSorted().slice(0, ROLES_MAX)
  const all = [...SINGLE, ...roles.map((name) => `${ROLES}/${name}`)]
  const fits = await Promise.all(all.map((name) => isSmallFile(join(home, name))))
  return all.filter((_, index) => fits[index])
}

function isRole(name: string): boolean {
  return name.endsWith('.md') && RoleName.safeParse(name.slice(0, -'.md'.length)).success
}

async function isSmallFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && found.isFile() && found.size <= FILE_MAX_BYTES
}
