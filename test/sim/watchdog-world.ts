// A world that lies: processes that crash, hang or fall sick when they like, an environment that breaks for a while, and a
// watchdog that is killed between any two effects. It keeps score of what must never happen.
import { decide } from '../../src/watchdog/mind/decide.ts'
import type { Effect, Recorded } from '../../src/watchdog/mind/effect.ts'
import type { Happening } from '../../src/watchdog/mind/happening.ts'
import { LIMITS } from '../../src/watchdog/mind/limits.ts'
import { makeState, type Ledger, type State } from '../../src/watchdog/mind/state.ts'
import type { Random } from './random.ts'

/** How a release behaves, each time anew: probabilities of a start that fails, and how long it stays well. */
export interface Nature {
  readonly crashesAtStart: number
  readonly hangsAtStart: number
  /** After it leads: the mean time until it crashes, hangs or falls sick; Infinity for a sound one. */
  readonly fallsAfterMs: number
}

interface Process {
  readonly id: number
  readonly release: string
  readonly role: 'server' | 'safe'
  alive: boolean
  loaded: boolean
  listens: boolean
  leads: boolean
  /** It began to lead once, and may not begin again. */
  led: boolean
  /** From its lead until its watchdog hears that it has yielded or ended: as far as that one knows, it writes. */
  mayWrite: boolean
  /** It hands over, and calls no watchdog any more. */
  drains: boolean
  answers: 'well' | 'sick' | 'never'
}

const TICK_MS = 1000
/** From a failure to the look at the machine. */
const FRESH_MS = 5000

export interface World {
  readonly problems: string[]
  readonly records: Recorded[]
  state(): State
  saved(): Ledger
  spawns(): number
  /** In how much of the time since then somebody answered, from 0 to 1. */
  availabilitySince(fromMs: number): number
  run(untilMs: number): void
  ask(request: Extract<Happening, { kind: 'asked' }>): void
}

export function makeWorld(
  random: Random,
  start: Ledger,
  natures: Readonly<Record<string, Nature>>,
  faults: {
    readonly environmentMs: readonly [from: number, to: number]
    readonly killChance: number
    readonly calmAfterMs: number
    /** The machine is slow: answers come late, starts take long, and all processes wait. */
    readonly slowMs?: readonly [from: number, to: number]
    /** In each second, that somebody kills the server that leads, or any. */
    readonly outsideKills?: { readonly chance: number; readonly of: 'leader' | 'any' }
  },
): World {
  let nowMs = 0
  let saved = structuredClone(start)
  let state = makeState(structuredClone(start), LIMITS)
  let processes: Process[] = []
  let spawns = 0
  // Happenings on their way; those for a dead watchdog are lost, as words on a closed pipe are.
  let queue: { atMs: number; watchdog: number; happening: Happening }[] = []
  let watchdog = 1
  let lostInARow = 0
  const problems: string[] = []
  const records: Recorded[] = []
  const answeredAt: { atMs: number; answered: boolean }[] = []

  const calm = () => nowMs >= faults.calmAfterMs
  const isSlow = () => nowMs >= (faults.slowMs?.[0] ?? 0) && nowMs < (faults.slowMs?.[1] ?? 0)
  const environmentBroken = () => nowMs >= faults.environmentMs[0] && nowMs < faults.environmentMs[1]
  /** Never fails by itself, and the environment's mending is not so fresh that a look would come too late. */
  const isSound = (release: string) => {
    const nature = natures[release]
    const mendedAgoMs = nowMs - faults.environmentMs[1]
    const isFresh = mendedAgoMs >= 0 && mendedAgoMs < FRESH_MS
    return (
      nature?.crashesAtStart === 0 &&
      nature.hangsAtStart === 0 &&
      !Number.isFinite(nature.fallsAfterMs) &&
      !isFresh
    )
  }
  const later = (delayMs: number, happening: Happening) =>
    queue.push({ atMs: nowMs + delayMs, watchdog, happening })
  const find = (id: number) => processes.find((process) => process.id === id && process.alive)

  const end = (process: Process, by?: 'killed') => {
    if (!process.alive) return
    Object.assign(process, { alive: false, listens: false, leads: false })
    const how = by ? 'signal SIGKILL' : 'exit status 1'
    later(random.between(0, 20), { kind: 'exited', child: process.id, how, ...(by && { by }) })
  }

  const killFromOutside = () => {
    const { chance = 0, of = 'any' } = faults.outsideKills ?? {}
    if (calm() || chance === 0 || !random.chance(chance)) return
    const servers = processes.filter(({ alive, role }) => alive && role === 'server')
    const victims = of === 'any' ? servers : servers.filter(({ leads }) => leads)
    if (victims.length > 0) end(random.pick(victims), 'killed')
  }

  const fall = (process: Process) => {
    const how = random.pick(['crash', 'hang', 'sick'] as const)
    if (how === 'crash') end(process)
    else process.answers = how === 'sick' ? 'sick' : 'never'
  }

  const lead = (process: Process) => {
    if (process.role === 'server' && processes.some((other) => other !== process && other.mayWrite))
      problems.push(`two writers at ${nowMs} ms`)
    if (process.led) problems.push(`one process leads twice at ${nowMs} ms`)
    Object.assign(process, { led: true, mayWrite: process.role === 'server' })
    if (process.answers === 'never') return
    process.listens = process.leads = true
    later(random.between(1, 30), { kind: 'leading', child: process.id })
    const { fallsAfterMs } = natures[process.release] ?? { fallsAfterMs: Number.POSITIVE_INFINITY }
    if (process.role === 'server' && Number.isFinite(fallsAfterMs)) {
      const atMs = nowMs + random.between(1, fallsAfterMs * 2)
      falls.push({ atMs, process })
    }
  }
  let falls: { atMs: number; process: Process }[] = []

  const spawn = (effect: Extract<Effect, { do: 'spawn' }>) => {
    spawns += 1
    const process: Process = {
      id: effect.child,
      release: effect.release,
      role: effect.role,
      alive: true,
      loaded: false,
      listens: false,
      leads: false,
      led: false,
      mayWrite: false,
      drains: false,
      answers: 'well',
    }
    processes.push(process)
    if (effect.role === 'safe') {
      if (!calm() && random.chance(0.1)) end(process)
      else load(process, random.between(50, 100))
      return
    }
    if (effect.release === '' || !(effect.release in natures))
      problems.push(`spawned unknown release ${effect.release}`)
    const nature = natures[effect.release] ?? { crashesAtStart: 1, hangsAtStart: 0, fallsAfterMs: 0 }
    if (environmentBroken() || random.chance(nature.crashesAtStart)) end(process)
    else if (random.chance(nature.hangsAtStart)) process.answers = 'never'
    else load(process, random.between(100, 2000))
  }

  const load = (process: Process, delayMs: number) => {
    process.loaded = true
    later(isSlow() ? delayMs * 10 : delayMs, { kind: 'loaded', child: process.id })
  }

  const probe = (child: number, via: 'port' | 'door' | 'beat') => {
    const asked = find(child)
    // Three in a row would be no accident.
    const lost = via !== 'beat' && !calm() && lostInARow < 2 && random.chance(0.02)
    if (via !== 'beat') lostInARow = lost ? lostInARow + 1 : 0
    const reachable = asked && (via !== 'port' || asked.listens)
    if (!asked) return
    const isLate = isSlow() && via !== 'beat' && random.chance(0.8)
    if (lost || isLate || !reachable || asked.answers === 'never')
      later(LIMITS.probeLimitMs, { kind: 'missed', child })
    else {
      // Safe mode tells everybody on the port that cmux is unwell.
      const well = asked.answers === 'well' && (asked.role === 'server' || via === 'door')
      later(random.between(1, 300), { kind: 'answered', child, well })
    }
  }

  const tell = (child: number, word: 'listen' | 'lead' | 'drain') => {
    const told = find(child)
    if (!told || told.answers === 'never') return
    if (word === 'listen') {
      told.listens = true
      later(random.between(1, 30), { kind: 'listening', child })
    } else if (word === 'lead') lead(told)
    else {
      told.listens = told.leads = false
      told.drains = true
      later(random.between(1, 500), { kind: 'yielded', child })
    }
  }

  /** Nobody is killed since the machine is slow. */
  const judgeKill = ({ id, answers }: Process) => {
    const { doomed = null } = state.children.find((child) => child.id === id) ?? {}
    const isForSlowness = doomed === 'hung' || doomed === 'sick' || doomed === 'never ready'
    if (isSlow() && answers === 'well' && isForSlowness)
      problems.push(`${doomed}: killed while slow at ${nowMs} ms`)
  }

  /** Whoever stands still waits for nothing. */
  const tellOfWaits = () => {
    if (!isSlow()) return
    const cause = random.pick(['disk', 'memory', 'processor'] as const)
    for (const { id, alive, answers } of processes)
      if (alive && answers === 'well')
        happen({
          kind: 'waited',
          child: id,
          spanMs: TICK_MS,
          ms: TICK_MS * 0.95,
          cause,
          isStill: false,
          hasTurned: true,
        })
  }

  const carryOut = (effect: Effect) => {
    if (effect.do === 'save') saved = structuredClone(state.ledger)
    else if (effect.do === 'spawn') spawn(effect)
    else if (effect.do === 'tell') tell(effect.child, effect.word)
    else if (effect.do === 'examine')
      later(random.between(50, 1500), { kind: 'examined', faults: environmentBroken() ? ['broken'] : [] })
    else if (effect.do === 'probe') probe(effect.child, effect.via)
    else if (effect.do === 'record') records.push(effect.what)
    else if (effect.do === 'signal') {
      const process = find(effect.child)
      if (process && effect.signal === 'SIGKILL') judgeKill(process)
      if (process && (effect.signal === 'SIGKILL' || process.answers !== 'never')) end(process)
    }
  }

  /** Whoever leads calls the next watchdog; safe mode, which holds no lock, and a loaded server may both try, and one wins. */
  const findHeir = (): Process | undefined => {
    const able = processes.filter(({ alive, answers, drains }) => alive && answers !== 'never' && !drains)
    const writer = able.find(({ leads, role }) => leads && role === 'server')
    if (writer) return writer
    const heirs = able.filter(({ loaded }) => loaded)
    return heirs.length > 0 ? random.pick(heirs) : undefined
  }

  /** A new watchdog knows only what was saved, and the process that called it, if there is one. */
  const replaceWatchdog = () => {
    watchdog += 1
    queue = []
    const heir = findHeir()
    // Everybody else notices that their watchdog is gone, and goes; a stopped one is killed by the new watchdog's lock.
    for (const process of processes)
      if (process !== heir) Object.assign(process, { alive: false, listens: false, leads: false })
    const orphan = heir && { ...heir, id: 0 }
    processes = orphan ? [orphan] : []
    falls = falls
      .filter(({ process }) => process === heir)
      .map(({ atMs }) => ({ atMs, process: processes[0] as Process }))
    state = makeState(structuredClone(saved), LIMITS)
    if (orphan && !orphan.leads) lead(orphan)
    happen({ kind: 'begun', heirTo: orphan ? { release: orphan.release } : null })
  }

  const happen = (happening: Happening) => {
    const triesBefore = state.ledger.triesLeft
    const { current } = state.ledger
    const lastGood = state.ledger.good.length
    const { bad } = state.ledger
    const [next, effects] = decide(state, happening, nowMs)
    state = next
    const isGivenBack = happening.kind === 'exited' && happening.by === 'killed'
    if (state.ledger.current === current && state.ledger.triesLeft > triesBefore && !isGivenBack)
      problems.push('tries grew')
    for (const release of state.ledger.bad)
      if (!bad.includes(release) && isSound(release))
        problems.push(`a sound release is called bad at ${nowMs} ms`)
    if (state.ledger.good.length < Math.min(lastGood, 1)) problems.push('the last good release is lost')
    for (const effect of effects) {
      if (!calm() && random.chance(faults.killChance)) {
        replaceWatchdog()
        return
      }
      carryOut(effect)
    }
  }

  /** What was true of a process before its watchdog hears of it. */
  const settle = (happening: Happening) => {
    if (happening.kind !== 'yielded' && happening.kind !== 'exited') return
    const process = processes.find(({ id }) => id === happening.child)
    if (!process) return
    process.mayWrite = false
    // Safe mode has nothing to pass on, and goes by itself.
    if (happening.kind === 'yielded' && process.role === 'safe') end(process)
  }

  const step = () => {
    tellOfWaits()
    killFromOutside()
    for (const { process } of falls.filter(({ atMs }) => atMs <= nowMs))
      if (process.alive && process.leads) fall(process)
    falls = falls.filter(({ atMs }) => atMs > nowMs)
    const due = queue.filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs)
    queue = queue.filter(({ atMs }) => atMs > nowMs)
    for (const { watchdog: addressee, happening } of due) {
      if (addressee !== watchdog) continue
      settle(happening)
      happen(happening)
    }
    happen({ kind: 'ticked' })
  }

  happen({ kind: 'begun', heirTo: null })
  return {
    problems,
    records,
    state: () => state,
    saved: () => saved,
    spawns: () => spawns,
    availabilitySince(fromMs) {
      const looks = answeredAt.filter(({ atMs }) => atMs >= fromMs)
      return looks.filter(({ answered }) => answered).length / looks.length
    },
    run(untilMs) {
      for (; nowMs < untilMs; nowMs += TICK_MS) {
        step()
        const answered = processes.some((one) => one.alive && one.leads && one.answers === 'well')
        answeredAt.push({ atMs: nowMs, answered })
      }
    },
    ask: happen,
  }
}
