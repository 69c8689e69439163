// The one place where everything is put together. Disposing of it undoes all of it, in reverse.
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { totalmem } from 'node:os'
import { makeOutputFolder } from '../adapters/process/output-folder.ts'
import { makeCheckRunner } from '../adapters/process/check-runner.ts'
import { makeSystemClock } from '../adapters/clock/system-clock.ts'
import { makeSystemEntropy, sha256Secret } from '../adapters/entropy/system-entropy.ts'
import { makeAnchorFile } from '../adapters/files/anchor-file.ts'
import { makePassphraseFile, type PassphraseFile } from '../adapters/files/passphrase-file.ts'
import { makeReleaseFrontEnd } from '../adapters/files/release-front-end.ts'
import { makeLogger } from '../adapters/logs/make-logger.ts'
import { openRotatingFile } from '../adapters/logs/rotating-file.ts'
import { isLocked } from '../adapters/store/lock-home.ts'
import { ensureOwnerToken, type OwnerTokenFile } from '../core/access/ensure-owner-token.ts'
import type { HashSecret } from '../core/access/hash-secret.ts'
import { makeLogin, type Login } from '../core/access/login.ts'
import { makeProofs, type Proofs } from '../core/access/proofs.ts'
import { makeCheckPassphrase, type CheckPassphrase } from '../core/approvals/check-passphrase.ts'
import { makeRateLimiter } from '../core/access/rate-limiter.ts'
import type { AnchorBook } from '../core/audit/anchor-book.ts'
import type { CheckOutputs } from '../core/improve/check-runner.ts'
import { readThreadUsage } from '../adapters/machine/read-thread-usage.ts'
import type { Clock } from '../core/clock.ts'
import { makeSlowWatch, type SlowWatch } from '../core/health/slow-watch.ts'
import type { Entropy } from '../core/entropy.ts'
import type { FeedSources } from '../core/events/open-feed.ts'
import {
  makeFrontEndKeeper,
  type FrontEndDeps,
  type FrontEndKeeper,
} from '../core/front-end/front-end-keeper.ts'
import { makePageFaults, type PageFaults } from '../core/front-end/page-faults.ts'
import { countMail } from '../core/mail/count-mail.ts'
import { makeSendBound, type SendBound } from '../core/mail/send-bound.ts'
import { makeDeliveryTimes, type DeliveryTimes } from '../core/metrics/delivery-times.ts'
import { measureWrites } from '../core/metrics/measure-writes.ts'
import { makeRangeMeter } from '../core/metrics/range-meter.ts'
import type { Store } from '../core/store.ts'
import { once } from '../lib/once.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import type { Config } from '../protocol/config.ts'
import type { Event } from '../protocol/event.ts'
import { makeAgentRoom, type AgentRoom } from './rooms/agent-room.ts'
import { makeApprovalWaits, type ApprovalWaits } from './rooms/approval-waits.ts'
import { makeApprovalDesk } from './rooms/approval-desk.ts'
import { makeAddressBook, type AddressBook } from './address-book.ts'
import { makeChangeRoom, type ChangeRoom } from './rooms/change-room.ts'
import { makeElsewhereRoom, type ElsewhereRoom } from './rooms/elsewhere-room.ts'
import { makeHealthCheck, type HealthCheck } from './health-check.ts'
import { makeHome, makeOwnerTokenFile } from './home.ts'
import { makeJournalRoom, type JournalRoom } from './rooms/journal-room.ts'
import { makeGuard, type Guard, type GuardDeps } from './http/guard.ts'
import { makeMetrics, type Metrics } from './http/metrics.ts'
import { makeMachineRoom, type MachineRoom, type MachineRoomDeps } from './rooms/machine-room.ts'
import { makeLiveSystems } from './rooms/live-systems.ts'
import { findOwn } from './own-system/find-own.ts'
import { makeLeadership, type Leadership } from './lead/leadership.ts'
import { makeProjectParts, type ProjectParts } from './rooms/make-project-parts.ts'
import { makeNoticeRoom, type NoticeRoom } from './rooms/notice-room.ts'
import { openSecrets, type Secrets } from './open-secrets.ts'
import { openMemory, type Memory } from './open-memory.ts'
import { makeOwnSystem, type OwnDeps } from './own-system/own-system.ts'
import { readOwnCheckout } from './own-system/read-own-checkout.ts'
import { makeRehearsals, type Rehearsals } from './rehearsals.ts'
import type { Release } from './release.ts'
import { makeRuleBook, type RuleBook } from './rule-book.ts'
import type { Superior } from './lead/superior.ts'
import { readRestoreNote, recordRestore } from './restore-note.ts'
import { makePortRoom, type PortRoom } from './rooms/port-room.ts'
import { makeWardRoom, type WardRoom } from './rooms/ward-room.ts'
import { makeWatchRoom, type WatchRoom } from './rooms/watch-room.ts'
import { makeSpool, type Spool } from './spool.ts'
import { makeLiveConnections, type LiveConnections } from './stream/live-connections.ts'

export interface ContextOptions {
  readonly home: string
  readonly config: Config
  readonly release: Release
  readonly webRoot: string
  /** Where the other programs of this build are. */
  readonly programs: string
  /** What the person's shell had when cmux was started; programs that we run get no more of it than they need. */
  readonly environment: Readonly<Record<string, string>>
  /** This is a trial on a copy: start and keep nothing that outlives us. */
  readonly rehearsing?: boolean
  /** The private socket on which this very process can be asked, when there is a watchdog. */
  readonly door?: string | undefined
  /** The watchdog above us, when there is one. */
  readonly superior?: Superior
}

export interface Context extends ContextOptions, ProjectParts, Omit<Memory, 'store'>, AsyncDisposable {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly hashSecret: HashSecret
  readonly log: Logger
  readonly ownerTokenFile: OwnerTokenFile
  readonly addresses: AddressBook
  readonly anchorBook: AnchorBook
  readonly guard: Guard
  readonly login: Login
  readonly feed: FeedSources
  readonly connections: LiveConnections
  readonly metrics: Metrics
  readonly observeHealth: HealthCheck
  readonly frontEnd: FrontEndKeeper
  readonly pageFaults: PageFaults
  readonly leadership: Leadership
  readonly spool: Spool
  readonly agents: AgentRoom
  readonly rules: RuleBook
  readonly waits: ApprovalWaits
  readonly passphrase: PassphraseFile
  /** One for all: guesses are counted together. */
  readonly checkPassphrase: CheckPassphrase
  readonly proofs: Proofs
  readonly sendBound: SendBound
  readonly notices: NoticeRoom
  readonly machine: MachineRoom
  readonly rehearsals: Rehearsals
  /** Only who leads works on changes. */
  readonly changes: ChangeRoom
  readonly checkOutputs: CheckOutputs
  /** And keeps the services of projects. */
  readonly wards: WardRoom
  readonly journal: JournalRoom
  /** And looks after agents that run elsewhere. */
  readonly elsewhere: ElsewhereRoom
  readonly watch: WatchRoom
  readonly ports: PortRoom
  /** Becomes the one server that writes; until then writes wait. Once, however often it is called. */
  lead(): Promise<void>
}

/** Made after the log and the store, which tell them of each commit and ask how far the end has come. */
type Late = Partial<Pick<Context, 'notices' | 'machine' | 'journal' | 'leadership'>>

export async function makeContext(options: ContextOptions): Promise<Context> {
  await using stack = new AsyncDisposableStack()
  const { home, config, release } = options
  makeHome(home)
  const clock = makeSystemClock()
  const entropy = makeSystemEntropy(clock)
  const secrets = await openSecrets(options)
  const late: Late = {}
  const log = openLog({ home, config, ...secrets, late }, stack)
  const waits = makeApprovalWaits(clock)
  const connections = makeLiveConnections(clock, config.limits.streams)
  const metrics = makeMetrics({
    streams: connections.count,
    sequence: () => memory.store.read.events.head(),
    mail: () => countMail({ store: memory.store, clock }),
    sample: () => late.machine?.latest(),
  })
  const gauges = { deliveries: makeDeliveryTimes(), writes: makeRangeMeter() }
  const onCommit = (events: readonly Event[]) =>
    tellOfCommit({ metrics, waits, connections, ...gauges, ...late }, events)
  const ownerTokenFile = makeOwnerTokenFile(home)
  const note = await readRestoreNote(home)
  // The owner's token is written right after the first database, so it tells a first start from a loss.
  const expected = (await ownerTokenFile.read()) !== undefined && note?.from !== 'nothing'
  const lockPath = join(home, 'server-lock.db')
  const use = { ...secrets, release: release.id, expected, isLed: isLocked(lockPath) }
  const memory = await openMemory({ home, clock, entropy, log, ...use, onCommit })

  const spool = makeSpool({ home, store: memory.store, clock, log })
  const measured = measureWrites(memory.store, clock, gauges.writes.add)
  const leadership = makeLeadership(measured, { lockPath, clock, first: () => beginWriting(late, spool) })
  stack.use(leadership)
  const ports = { store: leadership.store, clock, entropy, hashSecret: sha256Secret }
  const page = makePage({ ...options, ...ports, ...leadership })
  const addresses = makeAddressBook(config, clock)
  const anchorBook = makeAnchorFile(join(home, 'audit', 'anchors.jsonl'))
  const database = { path: memory.databasePath, store: memory.store }
  const near = { ...gauges, ...secrets, log, pulse: memory.pulse, url: addresses.url, database }
  const slow = stack.use(makeSlowWatch({ clock, readUsage: readThreadUsage }))
  const team = makeTeam({ ...options, ...ports, ...near, slow })
  for (const room of [team.agents, team.machine, team.ports]) stack.use(room)
  Object.assign(late, team, { leadership })
  const undo = stack.move()
  return {
    ...options,
    ...memory,
    ...ports,
    ...team,
    log,
    ownerTokenFile,
    leadership,
    spool,
    waits,
    addresses,
    anchorBook,
    ...page,
    connections,
    metrics,
    ...makeAccess({ ...ports, config, addresses }),
    feed: makeFeedSources(memory),
    observeHealth: makeHealthCheck({ ...options, ...ports, ...team, ...page, ...leadership, slow }),
    lead: once(async () => {
      await leadership.take()
      if (note) await recordRestore({ ...ports, book: anchorBook, home }, note)
      await ensureOwnerToken({ ...ports, file: ownerTokenFile })
      void team.tellOfGap()
    }),
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  }
}

function makeFeedSources({ store, pulse }: Pick<Memory, 'store' | 'pulse'>): FeedSources {
  return { log: () => store.read.events, pulse, archived: () => store.read.archive.edge() }
}

async function beginWriting({ machine }: Late, spool: Spool): Promise<void> {
  await machine?.databaseCare.refuseDamaged()
  await spool.empty()
}

/** Who comes in, how people log in, and how they prove that they are there. */
function makeAccess({
  config,
  addresses,
  ...ports
}: Pick<Context, 'store' | 'clock' | 'entropy' | 'hashSecret' | 'config' | 'addresses'>): Pick<
  Context,
  'proofs' | 'guard' | 'login' | 'sendBound'
> {
  return {
    proofs: makeProofs(ports),
    sendBound: makeSendBound(config.messages, ports.clock),
    guard: makeGuard({ ...ports, ...makeLimiters(config), ...addresses }),
    login: makeLogin({ ...ports, port: addresses.port, policy: config.login }),
  }
}

function tellOfCommit(
  {
    metrics,
    waits,
    connections,
    deliveries,
    notices,
    journal,
  }: Pick<Context, 'metrics' | 'waits' | 'connections'> & {
    deliveries: DeliveryTimes
    notices?: NoticeRoom
    journal?: JournalRoom
  },
  events: readonly Event[],
): void {
  metrics.countEvents(events.length)
  waits.hear(events)
  deliveries.hear(events)
  notices?.hear(events)
  journal?.hear(events)
  for (const { type, data } of events) if (type === 'token.revoked') connections.endToken(String(data['id']))
}

/** What is known of the page: its files, and what open pages tell of themselves. */
function makePage(
  deps: ContextOptions & Omit<FrontEndDeps, 'shelf'> & Pick<Context, 'clock' | 'entropy'>,
): Pick<Context, 'frontEnd' | 'pageFaults'> {
  const { webRoot, release, config } = deps
  const shelf = makeReleaseFrontEnd(dirname(webRoot), release.files)
  return {
    frontEnd: makeFrontEndKeeper({ ...deps, shelf }),
    pageFaults: makePageFaults({
      ...deps,
      alertPolicy: config.watch,
      ownCheckout: () => readOwnCheckout(deps.home),
    }),
  }
}

type TeamDeps = ContextOptions &
  Pick<Context, 'store' | 'clock' | 'entropy' | 'hashSecret' | 'log' | 'pulse'> &
  Pick<MachineRoomDeps, 'deliveries' | 'writes' | 'database'> &
  Secrets & { readonly url: () => string; readonly slow: SlowWatch }

function makeTeam(
  deps: TeamDeps,
): ProjectParts &
  Pick<
    Context,
    | 'agents'
    | 'rules'
    | 'notices'
    | 'journal'
    | 'machine'
    | 'passphrase'
    | 'checkPassphrase'
    | 'rehearsals'
    | 'changes'
    | 'checkOutputs'
    | 'wards'
    | 'elsewhere'
    | 'watch'
    | 'ports'
  > {
  const built = dirname(deps.webRoot)
  const rules = makeRuleBook(deps)
  const healExample = join(built, 'examples', 'guarded-service')
  const parts = makeProjectParts({ ...deps, policies: rules.policies, healExample })
  const agents = makeAgentRoom({
    ...deps,
    workplaces: parts.workplaces,
    readProjectFile: parts.projects.readFile,
    readGit: parts.readGit,
    rules,
    rolesFolder: join(built, 'roles'),
    onError: (error, doing) => deps.log.error({ err: error }, doing),
  })
  const passphrase = makePassphraseFile(join(deps.home, 'approval-passphrase'))
  const approvals = makeApprovalDesk({ ...agents.deps, passphrase, wake: agents.wake })
  const checkOutputs = makeOutputFolder(deps.home, deps.mask)
  const rehearsals = makeRehearsals(deps)
  const own = makeOwn({ ...deps, ...agents.deps, rehearsals, ground: parts.improve.ground })
  const wards = makeWardRoom({ ...deps, ...agents.deps, ...parts.improve, ...parts })
  const changes = makeChangeRoom({
    ...agents.deps,
    ...parts.improve,
    main: parts.mainBranch,
    checks: makeCheckRunner({ outputs: checkOutputs, memoryMaxBytes: checkMemoryBytes(deps.config) }),
    outputs: checkOutputs,
    findLive: makeLiveSystems(
      findOwn({ home: deps.home, ground: parts.improve.ground, own }),
      wards.findLive,
    ),
    improveLimits: improveLimits(deps.config),
  })
  const notices = makeNoticeRoom({ ...deps, approvals })
  const machine = makeMachineRoom({ ...deps, ...parts, agents })
  const watch = makeWatchRoom({ ...deps, ...parts })
  const journal = makeJournalRoom(deps)
  const elsewhere = makeElsewhereRoom({ ...deps, ...agents.deps, ...parts, wakeChanges: changes.wake })
  const ports = makePortRoom({ ...deps, onError: agents.deps.onError })
  const rooms = { agents, changes, wards, notices, watch, elsewhere, machine, journal, ports }
  const checkPassphrase = makeCheckPassphrase(passphrase, deps.clock)
  return { ...parts, ...rooms, rules, passphrase, checkPassphrase, rehearsals, checkOutputs }
}

/** The rest is for whoever else is at work on this machine. */
const CHECK_MEMORY_SHARE = 0.75

function checkMemoryBytes({ improve }: Config): number {
  return Math.min(improve.checkMemoryMb * 1024 ** 2, totalmem() * CHECK_MEMORY_SHARE)
}

function makeOwn({ superior, config, ...deps }: TeamDeps & Omit<OwnDeps, 'superior' | 'swapLimitMs'>) {
  const { readySec, drainSec } = config.watchdog
  return superior && makeOwnSystem({ ...deps, superior, swapLimitMs: (readySec + drainSec) * 1000 })
}

function improveLimits({ improve, approvals }: Config) {
  return {
    ...improve,
    restartDelayMs: improve.restartDelaySec * 1000,
    reviewMs: improve.reviewSec * 1000,
    approvalMs: approvals.requestSec * 1000,
  }
}

function openLog(
  { home, config, mask, late }: Pick<ContextOptions, 'home' | 'config'> & Secrets & { readonly late: Late },
  stack: AsyncDisposableStack,
): Logger {
  const file = openRotatingFile(join(home, 'logs', 'server.log'), config.log)
  stack.adopt(file, (opened) => opened.close())
  // Work that outlives the store at a planned end is done by the next server.
  const isExpected = (error: unknown) =>
    late.leadership?.hasYielded() === true && error instanceof CmuxError && error.code === 'STORE_UNAVAILABLE'
  return makeLogger(file, config.log.level, mask, isExpected)
}

function makeLimiters({ limits }: Config): Pick<GuardDeps, 'requests' | 'failedLogins'> {
  const perSecond = limits.failedLoginsPerMin / 60
  return {
    requests: makeRateLimiter({ burst: limits.requestBurst, perSecond: limits.requestsPerSec }),
    failedLogins: makeRateLimiter({ burst: limits.failedLoginsPerMin, perSecond }),
  }
}
