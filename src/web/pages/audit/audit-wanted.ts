// What the address of the page says of what is wanted, as the server is asked for it.

export interface AuditWanted {
  readonly agent?: string | undefined
  readonly types?: string | undefined
}

/** Fields that are left empty ask for everything. */
export function queryOf({ agent, types }: AuditWanted): AuditWanted {
  return {
    ...(agent?.trim() && { agent: agent.trim() }),
    ...(types?.trim() && { types: types.replaceAll(/\s/g, '') }),
  }
}

export function exportAddress(wanted: AuditWanted): string {
  const search = new URLSearchParams({ ...queryOf(wanted), format: 'jsonl' } as Record<string, string>)
  return `/api/audit?${search.toString()}`
}
