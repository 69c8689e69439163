// `outbound.mjs SOCKET DOMAIN…`: the proxy of one sandboxed agent, which connects it with listed domains and nothing else. It runs outside
// the sandbox, beside the agent and not below the server, so that no restart of the server cuts a stream of the agent's.
//
// Prints a line when it listens. Its input is a pipe that ends with the agent; then it ends, too.
import { rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseDomainRule } from '../../lib/parse-domain-rule.ts'
import { shortenPath } from '../lead/shorten-path.ts'
import { findAddresses } from './find-addresses.ts'
import { makeOutboundProxy } from './make-outbound-proxy.ts'

const [, , socket = '', ...domains] = process.argv
const rules = domains.flatMap((text) => parseDomainRule(text) ?? [])

function end(): void {
  rmSync(socket, { force: true })
  process.exit(0)
}
process.stdin.on('end', end).on('error', end).resume()

// One that was killed leaves its socket behind.
rmSync(socket, { force: true })
makeOutboundProxy({ rules, findAddresses }).listen(shortenPath(dirname(socket), basename(socket)), () => {
  // Nobody may be left to hear it.
  process.stdout.once('error', () => process.stdout.destroy()).write('\n')
})
