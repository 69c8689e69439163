// Roles as files: `<role>.md` in the first of several folders that has it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentRole, RoleShelf } from '../../core/agents/role-shelf.ts'
import { parseRole } from '../../core/agents/parse-role.ts'
import { RoleName } from '../../protocol/agents/agent.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import { readIfThere } from './read-if-there.ts'

/** A file of a project's main branch, or undefined; never one of a work tree that an agent could edit. */
export type ReadProjectFile = (project: ProjectName, path: string) => Promise<string | undefined>

export function makeRoleFolders(folders: readonly string[], readProjectFile: ReadProjectFile): RoleShelf {
  const fromFolders = async (role: RoleName): Promise<AgentRole | undefined> => {
    for (const folder of folders) {
      const text = await readIfThere(join(folder, `${role}.md`))
      if (text !== undefined) return parseRole(role, text)
    }
    return undefined
  }
  const read: RoleShelf['read'] = async (role, project) => {
    const own = project === null ? undefined : await readProjectFile(project, `.cmux/roles/${role}.md`)
    return own === undefined ? fromFolders(role) : parseRole(role, own)
  }
  return {
    read,
    async list(project) {
      const names = new Set<string>()
      for (const folder of folders)
        for (const file of await readdir(folder).catch(() => []))
          if (file.endsWith('.md')) names.add(file.slice(0, -'.md'.length))
      const roles = await Promise.all(
        [...names]
          .toSorted()
          .flatMap((name) => RoleName.safeParse(name).data ?? [])
          .map((name) => read(name, project)),
      )
      return roles.filter((role) => role !== undefined)
    },
  }
}
