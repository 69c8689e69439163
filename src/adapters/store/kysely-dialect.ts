// Lets Kysely speak to `node:sqlite`. Kysely only compiles the SQL and shapes the rows: transactions belong to the
// group commit, so this dialect refuses to begin one.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely'

/** More shapes of query than this are a sign of SQL built from values. */
const STATEMENTS_MAX = 256

/** Runs a piece of database work when it is its turn. */
export type Turn = <T>(work: () => T) => Promise<T>

/** Statements in their own words, for those that run for every message: Kysely composes its SQL anew each time. */
export interface Statements {
  rows(sql: string, values: readonly SQLInputValue[]): Promise<unknown[]>
  run(sql: string, values: readonly SQLInputValue[]): Promise<void>
}

export function makeKyselyDialect(database: DatabaseSync, turn: Turn): Dialect {
  const connection = makeConnection(makePrepare(database), turn)
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: nothing,
      acquireConnection: () => Promise.resolve(connection),
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  }
}

const nothing = () => Promise.resolve()
const refuse = () => Promise.reject(new Error('transactions belong to the group commit'))

interface Prepared {
  readonly statement: StatementSync
  readonly hasRows: boolean
}

type Prepare = (sql: string) => Prepared

function makePrepare(database: DatabaseSync): Prepare {
  const statements = new Map<string, Prepared>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? sql)
    const statement = database.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    statements.set(sql, prepared)
    return prepared
  }
}

export function makeStatements(database: DatabaseSync, turn: Turn): Statements {
  const prepare = makePrepare(database)
  return {
    // `all` and `run` only: `get` hides a failing commit (see docs/decisions).
    rows: (sql, values) => turn(() => prepare(sql).statement.all(...values)),
    run: (sql, values) => turn(() => void prepare(sql).statement.run(...values)),
  }
}

function makeConnection(prepare: Prepare, turn: Turn): DatabaseConnection {
  return {
    executeQuery: <Row>(query: CompiledQuery) =>
      turn((): QueryResult<Row> => {
        const { statement, hasRows } = prepare(query.sql)
        const values = query.parameters as SQLInputValue[]
        if (hasRows) return { rows: statement.all(...values) as Row[] }
        const { changes } = statement.run(...values)
        return { rows: [], numAffectedRows: BigInt(changes) }
      }),
    // oxlint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error('rows are read in pages, not streamed: an open cursor would hold a snapshot')
    },
  }
}
