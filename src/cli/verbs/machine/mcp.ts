import { findAddress } from '../../connect.ts'
import { runMcp } from '../../../host/run-mcp.ts'
import type { RunVerb } from '../../verb.ts'

/** Without an agent's environment it speaks for the owner. */
export const mcp: RunVerb = async ({ environment, programs }) => {
  const { tokenFile } = environment
  return { printed: true, exitCode: await runMcp(programs, { url: findAddress(environment), tokenFile }) }
}
