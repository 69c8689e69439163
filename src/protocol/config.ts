// Every setting with its default, in one place. `config.json`, `CMUX_*` variables and flags all become this.
import { z } from 'zod'
import { parseDomainRule } from '../lib/parse-domain-rule.ts'
import { BudgetLimits, BudgetMoment, BudgetPeriod, WarnPercent } from './budgets/budget.ts'
import { NoticeSettings } from './notifications/notice-settings.ts'
import { RuntimeName } from './agents/runtime.ts'
import { SandboxMode } from './agents/sandbox.ts'
import { WatchSettings } from './machine/watch-settings.ts'

/** The first port tried; when it is taken on the very first start, the next free one is kept instead. */
const DEFAULT_PORT = 8000

const seconds = (fallback: number, max = 86_400) => z.number().min(0.01).max(max).default(fallback)

/** How long an agent that has something to do may stand still before it is nudged, interrupted, restarted. */
const movement = ([nudge, interrupt, restart]: readonly [number, number, number], repeats: number) =>
  z
    .strictObject({
      nudgeSec: seconds(nudge),
      interruptSec: seconds(interrupt),
      restartSec: seconds(restart),
      /** One tool may take this long without a word; from then on it counts as standing still, unless its processes are busy. */
      toolSec: seconds(600),
      repeats: z.number().int().min(2).default(repeats),
    })
    .prefault({})

const paths = z
  .array(
    z
      .string()
      .max(4096)
      .regex(/^(?:~$|~\/|\/)/, 'must be absolute or begin with ~/'),
  )
  .max(100)
  .default([])

const domainRule = z
  .string()
  .max(300)
  .refine(
    (text) => parseDomainRule(text) !== undefined,
    'must be as example.com, *.example.com or example.com:443',
  )

const HOST = /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/

/** For those that have no budget of their own: nothing is limited unless somebody says so. */
const defaultBudget = () =>
  BudgetLimits.extend({ per: BudgetPeriod.default('total'), at: BudgetMoment.default('turn-end') }).prefault(
    {},
  )

export const Config = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.number().int().min(0).max(65_535).default(DEFAULT_PORT),
  /**
   * Further names under which browsers may call: `name` for the server's own port, `name:port` for another, and
   * `https://name` behind a TLS proxy.
   */
  allowedHosts: z
    .array(
      z
        .string()
        .max(260)
        .regex(HOST, 'must be a host name in lower case, with a port or http(s):// if needed'),
    )
    .max(32)
    .default([]),
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
      maxBytes: z
        .number()
        .int()
        .min(4096)
        .default(10 * 1024 * 1024),
      keep: z.number().int().min(1).max(100).default(5),
    })
    .prefault({}),
  limits: z
    .strictObject({
      requestsPerSec: z.number().min(1).default(200),
      requestBurst: z.number().int().min(1).default(400),
      failedLoginsPerMin: z.number().min(1).default(30),
      streams: z.number().int().min(1).max(10_000).default(256),
      slowReaderSec: seconds(30),
    })
    .prefault({}),
  login: z
    .strictObject({
      linkSec: seconds(600),
      sessionSec: seconds(30 * 86_400, 366 * 86_400),
    })
    .prefault({}),
  backups: z
    .strictObject({
      everySec: seconds(86_400, 366 * 86_400),
      /** Of daily ones. */
      keep: z.number().int().min(1).max(1000).default(7),
      /** The newest whole ones of all, however old and large. */
      keepNewest: z.number().int().min(1).max(1000).default(2),
      keepDays: z.number().min(1).max(3660).default(90),
      /** Of those that a person asked for. They go a week after people were told, at the earliest. */
      keepAskedDays: z.number().min(1).max(36_600).default(365),
      /** All together. */
      maxMb: z.number().min(1).max(10_000_000).default(10_240),
    })
    .prefault({}),
  /** The check of the whole database in the background. */
  database: z
    .strictObject({
      checkEverySec: seconds(86_400, 366 * 86_400),
      /** So long after a start, so that it takes nothing from it. */
      checkAfterSec: seconds(60, 86_400),
    })
    .prefault({}),
  agents: z
    .strictObject({
      max: z.number().int().min(1).max(1000).default(200),
      maxPerProject: z.number().int().min(1).max(1000).default(50),
      /** Whether a supervisor's wish for another agent waits for a person. */
      spawnNeedsApproval: z.boolean().default(false),
      /** `auto`: as many as memory and cores allow, measured at each look. */
      startsAtOnce: z.union([z.literal('auto'), z.number().int().min(1).max(100)]).default('auto'),
      /** So often within the window one is started again by itself; then a person is told. */
      restarts: z.number().int().min(0).max(100).default(5),
      restartWindowSec: seconds(600),
      /** Before the first, second, … of these; the last holds for all further ones. */
      backOffSec: z.array(z.number().min(0).max(86_400)).min(1).max(20).default([0, 1, 3, 10, 30]),
      stopSec: seconds(5),
      /** How long one that has something to do may stand still before each step. */
      supervisor: movement([30, 60, 90], 10),
      worker: movement([240, 480, 720], 30),
      /** So many times as long for programs that show nothing while their model thinks. */
      patience: z
        .partialRecord(RuntimeName, z.number().min(1).max(100))
        .default({ codex: 3, gemini: 3, opencode: 3 }),
      /** Walls around agents. Paths are absolute or begin with `~/`. */
      confine: z
        .strictObject({
          /**
           * `required`: without a sandbox nothing starts, unless a person says so for one agent; `always`: not even then. `auto`:
           * without one where none works. `off`: never in one.
           */
          mode: SandboxMode.default('required'),
          /**
           * `open`: a network of the agent's own, with the outside world and no service of this machine but cmux and `ports`. `listed`:
           * cmux, and `domains` by a proxy. `none`: cmux only, not even a model elsewhere. `host`: the network of this machine, every service on it included.
           */
          network: z.enum(['open', 'listed', 'none', 'host']).default('open'),
          /** Ports of this machine's loopback that agents may use: a local model, a database. */
          ports: z.array(z.number().int().min(1).max(65_535)).max(100).default([]),
          /** With `listed`: `api.example.com`, `*.example.com` for the names below it, each with `:port` for one port. */
          domains: z.array(domainRule).max(256).default([]),
          writable: paths,
          readable: paths,
          hidden: paths,
          /** Of each sandbox. What real work does not meet, and a program that went wild does. */
          limits: z
            .strictObject({
              /** All processes of it together. `auto`: four fifths of the machine's memory. Node alone reserves 600. */
              memoryMb: z
                .union([z.literal('auto'), z.number().int().min(1024).max(1_048_576)])
                .default('auto'),
              processes: z.number().int().min(16).max(1_000_000).default(4096),
              /** One file. */
              fileSizeMb: z.number().int().min(1).max(1_048_576).default(20_480),
            })
            .prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  messages: z
    .strictObject({
      /** Tries to deliver a message that nothing came of; then it is dead, and people are told. */
      tries: z.number().int().min(1).max(100).default(8),
      /** What one agent may send, tasks included. No team at work meets it; a program in a loop does. */
      perMinute: z.number().int().min(1).max(100_000).default(300),
      bytesPerMinute: z
        .number()
        .int()
        .min(1024)
        .max(1024 * 1024 * 1024)
        .default(16 * 1024 * 1024),
    })
    .prefault({}),
  continuity: z
    .strictObject({
      /** From this share of its window on, an agent is asked to save its progress, and its conversation is shortened. */
      compactPercent: z.number().min(1).max(100).default(60),
      /** False: nobody but a person or its own program shortens a conversation. */
      compact: z.boolean().default(true),
      briefMaxBytes: z
        .number()
        .int()
        .min(256)
        .max(64 * 1024)
        .default(8 * 1024),
      /** Tokens that a model takes, by its name (`*` stands for any characters); before those that come with cmux. */
      windows: z.record(z.string().min(1).max(200), z.number().int().min(100).max(100_000_000)).default({}),
    })
    .prefault({}),
  approvals: z
    .strictObject({
      /** How long a tool waits for a person. Less than the hour that its hook waits, so that our words come first. */
      waitSec: seconds(3540, 3540),
      /** How long the other requests wait. */
      requestSec: seconds(86_400, 30 * 86_400),
    })
    .prefault({}),
  budgets: z
    .strictObject({
      warnPercent: WarnPercent.default(80),
      /** So long may go on what is used up: then the turn is interrupted, and after as long again its program is ended. */
      graceSec: seconds(60),
      /** How long those rest that fail on a quota which does not say when it is renewed. */
      quotaRestSec: seconds(1800),
      agent: defaultBudget(),
      task: defaultBudget(),
      project: defaultBudget(),
      all: defaultBudget(),
    })
    .prefault({}),
  improve: z
    .strictObject({
      /** Between the word that something will be restarted and the restart: time to call it off. */
      restartDelaySec: seconds(10),
      /** Checkpoints and copies of files are kept so long after the end of a change; those of the newest of each project always. */
      keepDays: z.number().min(0).max(3660).default(30),
      /** All processes of a check together; three quarters of the machine's memory at most. */
      checkMemoryMb: z.number().int().min(16).max(1_048_576).default(8192),
      keepNewest: z.number().int().min(0).max(1000).default(20),
      /** How long another agent has to look at a change; then a person is asked. */
      reviewSec: seconds(900),
    })
    .prefault({}),
  /** Conversations of agents: whichever is less is kept. */
  history: z
    .strictObject({
      /** Of each agent. */
      keepEntries: z.number().int().min(1).max(10_000_000).default(20_000),
      keepDays: z.number().min(1).max(3660).default(90),
    })
    .prefault({}),
  /** What is older goes from the database into compressed files, where the audit still reads it. */
  retention: z
    .strictObject({
      eventsDays: z.number().min(1).max(3660).default(90),
    })
    .prefault({}),
  /** Agents that cmux did not start; each can have its own. */
  elsewhere: z
    .strictObject({
      /** So long without a heartbeat is an alert. */
      silentSec: z.number().min(0.1).max(86_400).default(60),
      /** So often their command is run before a person is asked. */
      tries: z.number().int().min(1).max(20).default(3),
    })
    .prefault({}),
  /** Read by each rehearsal when it begins. */
  rehearsal: z
    .strictObject({
      totalSec: seconds(120),
      startSec: seconds(15),
      checkSec: seconds(10),
      stopSec: seconds(6),
      /** `auto`: the page is loaded in a browser where this machine has one. */
      browser: z.enum(['auto', 'off']).default('auto'),
      browserSec: seconds(20),
    })
    .prefault({}),
  /** Read by the watchdog itself when it starts. */
  watchdog: z
    .strictObject({
      probeEverySec: seconds(1),
      probeLimitSec: seconds(2),
      /** Failed probes in a row that count as a hang. */
      misses: z.number().int().min(1).max(100).default(3),
      /** A server that waits for the disk and of which nothing moves is ended after this time. */
      stuckSec: seconds(60),
      /** Without a late answer for this time, a slow machine is slow no more. */
      calmSec: seconds(30),
      readySec: seconds(15),
      recoverySec: seconds(60),
      soakSec: seconds(60),
      soakProbes: z.number().int().min(1).default(10),
      /** Starts that a new release gets before it counts as bad. */
      tries: z.number().int().min(1).max(20).default(3),
      /** Before the first, second, … restart; the last holds for all further ones. */
      backOffSec: z.array(z.number().min(0).max(3600)).min(1).max(20).default([0, 0.5, 2]),
      longGoodSec: seconds(600),
      drainSec: seconds(10),
      stopSec: seconds(5),
      safeRetrySec: seconds(5),
      /** Healthy releases kept to go back to. */
      goodKept: z.number().int().min(1).max(100).default(5),
      /** `auto`: on where memory allows. */
      standby: z.union([z.boolean(), z.literal('auto')]).default('auto'),
    })
    .prefault({}),
  notices: NoticeSettings.prefault({}),
  /** What is measured of the machine, and how long it is kept: each sample, then one line an hour. */
  metrics: z
    .strictObject({
      everySec: seconds(60),
      keepDays: z.number().int().min(1).max(3660).default(7),
      keepHoursDays: z.number().int().min(1).max(3660).default(365),
    })
    .prefault({}),
  disk: z
    .strictObject({
      everySec: seconds(60),
      alertPercent: z.number().min(1).max(99.9).default(90),
      /** For what may go: rotated logs, hours of metrics, releases and workspaces that nobody needs. */
      budgetMb: z.number().min(0).max(10_000_000).default(2048),
      /** Workspaces that take more together are told of. */
      workspacesMb: z.number().min(1).max(10_000_000).default(51_200),
      /** The whole home; more is told of. */
      homeMb: z.number().min(1).max(100_000_000).default(102_400),
      measureEverySec: seconds(3600),
    })
    .prefault({}),
  /** How often what is written down is compared with what is there. */
  discrepancies: z.strictObject({ everySec: seconds(300) }).prefault({}),
  watch: WatchSettings.prefault({}),
})
export type Config = z.infer<typeof Config>
