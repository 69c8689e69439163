// Services of projects as they are kept, by project.
import type { ProjectId } from '../../protocol/ids.ts'
import type { Ward } from '../../protocol/wards/ward.ts'

export interface WardTableReader {
  all(): Promise<Ward[]>
  byId(id: ProjectId): Promise<Ward | undefined>
}

export interface WardTableWriter extends WardTableReader {
  put(ward: Ward): Promise<void>
  remove(id: ProjectId): Promise<void>
}
