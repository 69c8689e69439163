import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  /** Code of this schema version and later can work with the result. Raise it only when contracting, a release later. */
  readonly readableFrom: number
  /** Only adds: tables, columns with defaults, indexes. Runs inside a transaction. */
  up(db: Kysely<Schema>): Promise<void>
}
