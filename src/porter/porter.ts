// The porter of a service: holds its port, starts versions of it, and passes requests on to the one that is well. What is to be done
// stands in a file, and so does how it stands; `decide-porter.ts` decides, this carries it out.
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { PorterOrder, PorterState } from '../protocol/wards/porter.ts'
import { decidePorter, FIRST_MIND, type Act } from './decide-porter.ts'
import { makePassOn, passUpgrade, wantsUpgrade, type Desk, type Upstream } from './pass-on.ts'
import { makeVersions } from './versions.ts'

const TICK_MS = 50
/** A request waits that long for somebody who serves. */
const HOLD_MS = 20_000
const BREATH_MS = 100

export interface Porter {
  /** Ends all that it has started. */
  stop(): void
}

export async function openPorter(folder: string): Promise<Porter> {
  const readOrder = makeOrderReader(join(folder, 'order.json'))
  const writeState = makeStateWriter(join(folder, 'state.json'))
  const waiting = new Set<() => void>()
  let mind = FIRST_MIND
  let servingSince = 0
  let isTurning = false
  const versions = makeVersions(() => void turn())
  const { port: wanted } = readOrder()
  const desk = makeDesk({
    serving: () => versions.upstream(mind.serving),
    reserve: () => versions.upstream(readOrder().reserve?.key),
    blame: (key, why) => versions.blame(key, why),
    waiting,
  })
  // Who wants no health has its port to itself.
  const port = readOrder().wanted.health === null ? wanted : await listen(desk, wanted)
  const carryOut = async (act: Act) => {
    if (act.do === 'end') return versions.end(act.key)
    const { version } = act
    await versions.start(version, version.health === null ? port : 0)
  }
  const turn = async () => {
    if (isTurning) return
    isTurning = true
    try {
      const nowMs = performance.now()
      versions.tend(nowMs)
      const decided = decidePorter({ order: readOrder(), children: versions.see(), mind, nowMs })
      if (decided.mind.serving !== mind.serving) servingSince = Date.now()
      mind = decided.mind
      if (mind.serving !== null) for (const go of waiting) go()
      for (const act of decided.acts) await carryOut(act)
      const { serving, refused, falls, lastFall, gaveUp } = mind
      const counted = { falls: falls.length, lastFall, gaveUp }
      const children = versions.describe()
      writeState({ pid: process.pid, port, serving, servingSince, children, refused, ...counted })
    } finally {
      isTurning = false
    }
  }
  const timer = setInterval(() => void turn(), TICK_MS)
  return {
    stop() {
      clearInterval(timer)
      versions.killAll()
    },
  }
}

type Looks = Pick<Desk, 'serving' | 'reserve' | 'blame'> & { readonly waiting: Set<() => void> }

function makeDesk({ serving, reserve, blame, waiting }: Looks): Desk {
  return {
    serving,
    reserve,
    blame,
    wait() {
      const { promise, resolve } = Promise.withResolvers<Upstream | undefined>()
      const go = () => {
        clearTimeout(limit)
        waiting.delete(go)
        resolve(serving())
      }
      const limit = setTimeout(go, HOLD_MS)
      waiting.add(go)
      return promise
    },
    breathe() {
      const { promise, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, BREATH_MS)
      return promise
    },
  }
}

function listen(desk: Desk, wanted: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const options = { keepAliveTimeout: 0, shouldUpgradeCallback: wantsUpgrade }
  const server = createServer(options, makePassOn(desk))
  server.on('upgrade', (asked, socket, head) => passUpgrade(desk, asked, socket as Socket, head))
  server.once('error', reject)
  server.listen(wanted, '127.0.0.1', () => {
    const address = server.address()
    resolve(typeof address === 'object' && address ? address.port : wanted)
  })
  return promise
}

/** Read again when it was replaced. */
function makeOrderReader(path: string): () => PorterOrder {
  let seen = ''
  let order: PorterOrder
  return () => {
    const { ino, mtimeMs } = statSync(path)
    const now = `${ino} ${mtimeMs}`
    if (now !== seen) order = JSON.parse(readFileSync(path, 'utf8')) as PorterOrder
    seen = now
    return order
  }
}

/** Whole or not at all to whoever reads it; nothing is lost by a power cut that would not be lost anyway. */
function makeStateWriter(path: string): (state: PorterState) => void {
  let written = ''
  return (state) => {
    const text = `${JSON.stringify(state)}\n`
    if (text === written) return
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
    written = text
  }
}
