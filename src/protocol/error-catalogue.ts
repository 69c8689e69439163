// Every error that the outside can meet: HTTP status, exit code, how it heals, and what to do. Plain data, so that
// the CLI's fast path can read it without loading zod.

/** How an error heals: by trying again, by a reset of the part, by going back a release, or by a person. */
export type Recovery = 'retry' | 'reset' | 'rollback' | 'human'

interface ErrorRow {
  readonly status: number
  readonly exit: 1 | 2 | 3 | 4 | 5
  readonly recovery: Recovery
  readonly hint: string
}

const row = (status: number, exit: ErrorRow['exit'], recovery: Recovery, hint: string): ErrorRow => ({
  status,
  exit,
  recovery,
  hint,
})

export const ERROR_CATALOGUE = {
  BAD_REQUEST: row(400, 2, 'human', 'compare the request with GET /api/openapi.json'),
  BAD_URL: row(400, 2, 'human', 'send a path that starts with / and is percent-encoded correctly'),
  UNAUTHENTICATED: row(401, 4, 'human', 'send a valid token, or run `cmux open` for a fresh login link'),
  FORBIDDEN: row(403, 4, 'human', 'use a token whose role may do this (`cmux token create --role …`)'),
  FORBIDDEN_HOST: row(
    403,
    4,
    'human',
    'use the address in instance.json, or add the name to `allowedHosts` in config.json',
  ),
  FORBIDDEN_ORIGIN: row(
    403,
    4,
    'human',
    'call from the dashboard itself, or with a bearer token and no Origin',
  ),
  NOT_FOUND: row(404, 1, 'human', 'check the id or name, and the path against GET /api/openapi.json'),
  METHOD_NOT_ALLOWED: row(405, 2, 'human', 'use the method that the Allow header names'),
  CONFLICT: row(409, 1, 'human', 'read the current state and decide again'),
  PASSPHRASE_NEEDED: row(
    403,
    4,
    'human',
    'send the passphrase with the decision (the command line asks for it)',
  ),
  PROOF_NEEDED: row(
    403,
    4,
    'human',
    'the dashboard asks for a proof; a program sends POST /api/proofs, and the owner runs `cmux confirm CODE`',
  ),
  NOT_A_REPOSITORY: row(400, 1, 'human', 'use the root of a git work tree with at least one commit'),
  GIT_FAILED: row(
    500,
    1,
    'retry',
    'try again; if it keeps failing, see what `git status` and `git fsck` say there',
  ),
  UNSAFE_CHECKOUT: row(409, 1, 'human', 'give the agent a workspace of its own'),
  WORKSPACE_DAMAGED: row(409, 1, 'human', 'nothing was deleted: inspect the workspace with git'),
  WORK_NOT_SAFE: row(409, 1, 'human', 'nothing was deleted: save the named work, then try again'),
  APPROVAL_NEEDED: row(403, 4, 'human', 'a person has to approve it; see `cmux next`'),
  CHANGE_REFUSED: row(422, 1, 'human', 'nothing was changed: fix what is named, then draft the change again'),
  AHEAD_OF_HISTORY: row(409, 1, 'reset', 'the history was restored from a backup: start again with after=0'),
  HISTORY_ARCHIVED: row(410, 1, 'reset', 'read older events with `cmux audit`, or begin again with after=0'),
  LIMIT_REACHED: row(409, 4, 'human', 'remove or stop something first, or raise the limit in config.json'),
  BUDGET_USED_UP: row(
    409,
    4,
    'human',
    'raise the budget: `cmux budget show` says which, `cmux budget set` raises it',
  ),
  RUNTIME_UNAVAILABLE: row(409, 1, 'human', 'see `cmux doctor` for the runtimes of this machine'),
  CONFINEMENT_REQUIRED: row(409, 1, 'human', 'see `cmux doctor`; the setting is `agents.confine.mode`'),
  BODY_TOO_LARGE: row(413, 2, 'human', 'send a smaller body'),
  URI_TOO_LONG: row(414, 2, 'human', 'send a shorter path and query'),
  UNSUPPORTED_MEDIA_TYPE: row(415, 2, 'human', 'send content-type: application/json'),
  TOO_MANY_REQUESTS: row(429, 1, 'retry', 'wait as long as Retry-After says'),
  HEADERS_TOO_LARGE: row(431, 2, 'human', 'send fewer or shorter headers'),
  INTERNAL: row(500, 1, 'retry', 'try again; if it keeps failing, see `cmux logs server`'),
  STORE_BUSY: row(503, 1, 'retry', 'too many writes are waiting: try again in a moment'),
  STORE_UNAVAILABLE: row(
    503,
    1,
    'retry',
    'the database is being reopened: try again; if it keeps failing, run `cmux doctor`',
  ),
  STORE_FULL: row(507, 1, 'human', 'free disk space: `cmux doctor` shows how much is left'),
  STORE_CORRUPT: row(503, 1, 'human', 'see `cmux backup list`, then run `cmux backup restore`'),
  STORE_MISSING: row(
    503,
    1,
    'human',
    'run `cmux backup restore`, or `cmux backup restore --empty` to start without data',
  ),
  STORE_TOO_NEW: row(
    503,
    1,
    'rollback',
    'the data was written by a newer cmux: run that version, or restore an older backup',
  ),
  TERMINALS_UNAVAILABLE: row(
    503,
    1,
    'retry',
    'tmux does not answer: try again; if it keeps failing, run `cmux doctor`',
  ),
  TERMINAL_GONE: row(409, 1, 'human', 'the program has exited: see `cmux status`, then start it again'),
  TERMINAL_REFUSED: row(500, 1, 'human', 'fix the reported problem, then try again'),
  CONFIG_INVALID: row(500, 1, 'human', 'correct the named key in config.json, the environment or the flags'),
  HOME_UNUSABLE: row(
    500,
    1,
    'human',
    'make the home directory writable for you, or name another with --home',
  ),
  PORT_TAKEN: row(500, 1, 'human', 'stop the process that holds the port, or pick another with --port'),
  ALREADY_RUNNING: row(409, 1, 'human', 'run `cmux down` first'),
  START_FAILED: row(500, 1, 'human', 'see `cmux logs server`, and run `cmux doctor`'),
  BUILD_FAILED: row(
    500,
    1,
    'human',
    'fix the reported problem, commit, and try again; the running release keeps running',
  ),
  DISK_FULL: row(507, 1, 'human', 'free disk space: `cmux doctor` shows how much is left'),
  REHEARSAL_FAILED: row(409, 1, 'human', 'see `cmux release rehearsal`; the current release keeps serving'),
  NOT_RUNNING: row(503, 3, 'human', 'start it with `cmux up`'),
  NOT_CONFIRMED: row(403, 4, 'human', 'type yes when asked, or pass --yes'),
  NO_BOOT_MANAGER: row(
    503,
    1,
    'human',
    'run it as a user with systemd or launchd; otherwise run `cmux up` at boot, for example with @reboot in cron',
  ),
  STOP_FAILED: row(500, 1, 'human', 'see `cmux doctor` for the remaining processes'),
  TIMED_OUT: row(504, 5, 'retry', 'try again; if it keeps failing, see `cmux status` and `cmux logs server`'),
  USAGE: row(400, 2, 'human', 'see `cmux --help`'),
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERROR_CATALOGUE
