// What the server has found to differ from what it should be, as lines of doctor; and what was done about it.
import type { Finding } from '../../host/examine-machine.ts'
import { connect } from '../connect.ts'
import type { VerbCall } from '../verb.ts'

export async function examineDiscrepancies({ environment }: VerbCall): Promise<Finding[]> {
  try {
    const { items, lookedAt } = await connect(environment).call('GET /api/discrepancies')
    if (lookedAt === null) return []
    if (items.length === 0) return [{ what: 'discrepancies', state: 'ok', detail: 'no inconsistencies' }]
    return items.map(({ kind, says, command }) => ({ what: kind, state: 'warn', detail: says, fix: command }))
  } catch {
    return [] // not running, an older server, or a token that may not ask
  }
}

/** The others keep their command. */
export async function fixDiscrepancies({ environment }: VerbCall): Promise<Finding[]> {
  const { items } = await connect(environment).call('POST /api/discrepancies/fix', { body: {} })
  if (items.length === 0)
    return [{ what: 'mended', state: 'ok', detail: 'nothing that can be fixed without loss' }]
  return items.map(({ id, mended, says }) => ({
    what: mended ? 'mended' : 'not fixed',
    state: mended ? 'ok' : 'warn',
    detail: `${id}: ${says}`,
  }))
}
