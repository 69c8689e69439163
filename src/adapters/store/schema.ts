// The tables as Kysely sees them. Migrations make them; this file must say the same, and a test compares the two.
export interface Schema {
  events: {
    seq: number
    type: string
    at: string
    actor: string
    data: string
    /** Set for what is brought in from outside: the same is there once. */
    key: string | null
  }
  tokens: {
    id: string
    hash: string
    role: string
    agent: string | null
    label: string
    created_by: string
    created_at: string
    expires_at: string | null
    revoked_at: string | null
  }
  login_codes: {
    id: string
    hash: string
    created_at: string
    expires_at: string
  }
  schema_versions: {
    version: number
    name: string
    /** The oldest schema version whose code can still work with this one. */
    readable_from: number
    applied_at: string
  }
}
