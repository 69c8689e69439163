// One call of A2A in, one answer out, in the version that the caller speaks; the protocol's own library reads and writes both.
import { A2A_VERSION_HEADER } from '@a2a-js/sdk'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import {
  JsonRpcTransportHandler,
  ServerCallContext,
  validateVersion,
  type A2ARequestHandler,
} from '@a2a-js/sdk/server'

/** Whoever says no version speaks the one before there was a header. */
const LEGACY_VERSION = '0.3'

export async function answerA2a(
  desk: A2ARequestHandler,
  call: Record<string, unknown>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<unknown> {
  const said = headers[A2A_VERSION_HEADER.toLowerCase()]
  const requestedVersion = typeof said === 'string' ? said : LEGACY_VERSION
  const isLegacy = requestedVersion === LEGACY_VERSION
  try {
    validateVersion(requestedVersion, await desk.getAgentCard(), 'JSONRPC')
    const transport = isLegacy ? new LegacyJsonRpcTransportHandler(desk) : new JsonRpcTransportHandler(desk)
    const answer = await transport.handle(call, new ServerCallContext({ requestedVersion }))
    if (Symbol.asyncIterator in answer) for await (const first of answer) return first
    return answer
  } catch (error) {
    const { id = null } = call
    return { jsonrpc: '2.0', id, error: JsonRpcTransportHandler.mapToJSONRPCError(error) }
  }
}
