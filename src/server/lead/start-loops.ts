// What a server does again and again while it leads, a row each. An end waits for what is under way, so that the next server
// never meets it: two that import the same file would each miss what the other has taken.
import { makeApprovalKeeper } from '../../core/approvals/approval-keeper.ts'
import { keepBackups } from '../../core/backups/keep-backups.ts'
import { cutConversations } from '../../core/conversations/cut-conversations.ts'
import { makePolicyKeeper } from '../../core/rules/policy-keeper.ts'
import { repeatedly } from '../../lib/repeatedly.ts'
import { withLimit } from '../../lib/with-limit.ts'
import type { Context } from '../context.ts'
import { makeBackupDeps } from '../rooms/make-backup-deps.ts'
import { makeRetention } from '../rooms/make-retention.ts'
import { removeOldLoginPages } from '../login-pages.ts'
import { importRecords } from '../import-records.ts'

type Deps = Pick<
  Context,
  | 'clock'
  | 'config'
  | 'frontEnd'
  | 'home'
  | 'log'
  | 'machine'
  | 'mains'
  | 'ports'
  | 'rehearsing'
  | 'release'
  | 'rules'
  | 'shelf'
  | 'spool'
  | 'store'
  | 'waits'
  | 'workPushes'
>

interface Loop {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  /** For the log. */
  readonly failure: string
  /** A trial on a copy does it too. */
  readonly alsoRehearsing?: true
}

/** A backup of a large history takes longer, and a swap must not wait for it: the next server takes another. */
const END_LIMIT_MS = 2000

/** The result ends them. */
export function startLoops(context: Deps): () => Promise<void> {
  const { clock, log, rehearsing } = context
  const over = new AbortController()
  const loops = listLoops(context, over.signal).filter(({ alsoRehearsing }) => alsoRehearsing || !rehearsing)
  const ends = loops.map(({ everyMs, work, failure }) =>
    repeatedly(
      clock,
      () => everyMs,
      async () => {
        try {
          await work()
        } catch (error) {
          log.error({ err: error }, failure)
        }
      },
    ),
  )
  return async () => {
    over.abort()
    const all = Promise.all(ends.map((end) => end()))
    await withLimit<unknown>(clock, END_LIMIT_MS, all, () => undefined)
  }
}

function listLoops(context: Deps, signal: AbortSignal): Loop[] {
  const { store, clock, config, waits, rules, spool, frontEnd, mains, ports } = context
  const expireApprovals = makeApprovalKeeper({ store, clock, lastAskedMs: waits.lastAskedMs })
  const retain = makeRetention(context)
  const policy = makePolicyKeeper({ store, policies: rules.policies })
  return [
    {
      everyMs: 1000,
      work: () => importRecords(context, signal),
      failure: "the watchdog's records could not be imported",
      alsoRehearsing: true,
    },
    // Messages may have been sent while no server was there yet.
    {
      everyMs: 1000,
      work: () => spool.empty(),
      failure: 'the spooled messages could not be imported',
      alsoRehearsing: true,
    },
    {
      everyMs: 60 * 60_000,
      work: () => keepBackups(makeBackupDeps(context)),
      failure: 'the backup failed',
    },
    {
      everyMs: 10 * 60_000,
      work: () => retain(signal),
      failure: 'what is old could not be archived or deleted',
    },
    // Who could have moved a main branch is known best soon after it moved.
    { everyMs: 5000, work: () => mains.lookAtAll(), failure: 'the main branches could not be looked at' },
    // The rules are read when they are needed; this only tells of a change.
    { everyMs: 1000, work: () => policy.look(), failure: 'a change of the policy could not be told' },
    // Conversations that have grown too long or too old.
    {
      everyMs: 10 * 60_000,
      work: () => cutConversations({ store, clock, limits: config.history }),
      failure: 'old parts of conversations could not be deleted',
    },
    {
      everyMs: 60_000,
      work: () => removeOldLoginPages(context.home, clock, config.login.linkSec),
      failure: 'pages of login links that are too old could not be removed',
    },
    // Ports that agents may use, of this machine and of their own.
    { everyMs: 1000, work: () => ports.look(), failure: 'the ports of agents could not be looked after' },
    // Requests for approval whose time is over, or that nobody waits for.
    {
      everyMs: 1000,
      work: expireApprovals,
      failure: 'requests for approval could not be looked after',
    },
    {
      everyMs: 1000,
      work: context.workPushes,
      failure: 'what was agreed to could not be pushed',
    },
    // Reading and summing the front end takes milliseconds.
    {
      everyMs: 2000,
      work: () => frontEnd.look(),
      failure: 'the front end is damaged and could not be mended',
    },
  ]
}
