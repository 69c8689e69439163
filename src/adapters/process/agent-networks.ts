// The networks of agents on this machine: what is refused in them, and the ports that are bridged.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { AgentNetworks, BridgePlan, Place, Refused } from '../../core/ports/agent-networks.ts'
import { composeAddresses } from '../../lib/compose-addresses.ts'
import type { AgentId } from '../../protocol/ids.ts'
import { isListening } from './is-listening.ts'
import { parseRefused } from './parse-refused.ts'
import { enterNetwork, openPortBridge, type PortBridge } from './port-bridge.ts'

export interface AgentNetworksOptions {
  readonly path: string
  readonly bridgeCommand: readonly string[]
  readonly onRefused: (refused: Refused) => void
}

interface Kept extends Disposable {
  readonly pid: number
  readonly watcher: ChildProcess
  bridge?: PortBridge
  readonly blocked: Set<string>
}

export function makeAgentNetworks(options: AgentNetworksOptions): AgentNetworks {
  const kept = new Map<AgentId, Kept>()
  const drop = (key: AgentId) => {
    kept.get(key)?.[Symbol.dispose]()
    kept.delete(key)
  }
  return {
    keep(plans) {
      const wanted = new Map(plans.map((plan) => [plan.key, plan]))
      for (const [key, { pid, watcher }] of kept)
        if (wanted.get(key)?.pid !== pid || watcher.exitCode !== null) drop(key)
      for (const plan of plans) {
        if (!kept.has(plan.key) && isInside(plan.pid)) kept.set(plan.key, start(plan, options))
        const network = kept.get(plan.key)
        if (network) setBridge(network, plan, options)
      }
    },
    block(addresses) {
      for (const network of kept.values()) blockNew(network, addresses, options)
    },
    async findFreePort() {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const server = net.createServer().once('error', reject).listen(0, '127.0.0.1', resolve)
      await promise
      const { port } = server.address() as AddressInfo
      server.close()
      return port
    },
    [Symbol.dispose]() {
      for (const key of kept.keys()) drop(key)
    },
  }
}

/** It has made its namespace and is in it: before that, its network is ours. */
function isInside(pid: number): boolean {
  try {
    const isSandbox = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'bwrap'
    return isSandbox && readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
  } catch {
    return false // it has ended, or is just beginning
  }
}

/** Told of every TCP connection that ends there. It ends with us, however we end. */
const WATCH = 'setpriv --pdeathsig KILL stdbuf -oL ss -E -t -n -H -O -e -i'.split(' ')

function start({ key, pid }: BridgePlan, { path, onRefused }: AgentNetworksOptions): Kept {
  const watcher = spawn('nsenter', [...enterNetwork(pid), ...WATCH], {
    cwd: '/',
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // It is started again at the next look.
  watcher.on('error', () => undefined)
  const hear = async (place: Place) => onRefused({ key, ...place, isServed: await isListening(place) })
  createInterface({ input: watcher.stdout }).on('line', (line) => {
    const place = parseRefused(line)
    if (place) void hear(place)
  })
  return {
    pid,
    watcher,
    blocked: new Set(),
    [Symbol.dispose]() {
      this.bridge?.[Symbol.dispose]()
      watcher.kill('SIGKILL')
    },
  }
}

/** Those that are there already are refused, which is fine. */
function blockNew(
  { pid, blocked }: Kept,
  addresses: readonly string[],
  { path }: AgentNetworksOptions,
): void {
  const added = addresses.filter((address) => !blocked.has(address))
  if (added.length === 0) return
  for (const address of added) blocked.add(address)
  const child = spawn('nsenter', [...enterNetwork(pid), 'ip', '-force', '-batch', '-'], {
    cwd: '/',
    env: { PATH: path },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.stdin.end(composeAddresses(added))
}

function setBridge(network: Kept, plan: BridgePlan, { path, bridgeCommand }: AgentNetworksOptions): void {
  const isNeeded = plan.toHost.length + plan.toAgent.length > 0
  if (network.bridge && (!isNeeded || network.bridge.hasEnded())) {
    network.bridge[Symbol.dispose]()
    delete network.bridge
  }
  if (!isNeeded) return
  network.bridge ??= openPortBridge({ pid: plan.pid, command: bridgeCommand, path })
  network.bridge.set(plan)
}
