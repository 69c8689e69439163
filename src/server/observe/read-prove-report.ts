// The report of the last `cmux prove`, as the command line has left it in the home.
import { join } from 'node:path'
import { readIfThere } from '../../adapters/files/read-if-there.ts'
import { ProveReport } from '../../protocol/releases/prove-report.ts'

/** Null when none was made, or another release wrote it in a form of its own. */
export async function readProveReport(home: string): Promise<ProveReport | null> {
  const text = await readIfThere(join(home, 'prove', 'last.json'))
  if (text === undefined) return null
  try {
    return ProveReport.parse(JSON.parse(text))
  } catch {
    return null
  }
}
