// Projects as they are kept. A removed one stays as a row, so that the history can name it.
import type { ProjectId, ProjectName } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'

export interface ProjectTableReader {
  /** By name; removed ones last, and only when asked for. */
  list(options: { readonly all: boolean }): Promise<Project[]>
  /** Only what was not removed. */
  byName(name: ProjectName): Promise<Project | undefined>
  byPath(path: string): Promise<Project | undefined>
}

export interface ProjectTableWriter extends ProjectTableReader {
  insert(project: Project): Promise<void>
  remove(id: ProjectId, at: Timestamp): Promise<void>
}
