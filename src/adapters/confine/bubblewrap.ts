// Walls around an agent, built by bubblewrap.
import type { Confinement, ConfinementState } from '../../core/confinement/confinement.ts'
import { layerWalls } from '../../core/confinement/layer-walls.ts'
import type { Clock } from '../../core/clock.ts'
import { findProgram } from '../process/find-program.ts'
import { composeBubblewrap } from './compose-bubblewrap.ts'
import { runConfined } from './run-confined.ts'
import { settleWalls } from './settle-walls.ts'

export interface BubblewrapOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
}

const TRY_LIMIT_MS = 10_000
/** Who has just installed it need not wait; who has it is not asked at each start. */
const REMEMBER_MS = 30_000
const SAID_MAX_CHARS = 200

/**
 * Ctrl-C and Ctrl-Z reach the group that holds the terminal: the agent's program must have one of its own, or they would end or
 * freeze the box around it. And what was stopped there goes on, since nobody could type `fg`.
 */
const INIT =
  'set -m; "$@"; r=$?; while [ $r -ge 147 ] && [ $r -le 150 ] && jobs %% >/dev/null 2>&1; do fg %% >/dev/null; r=$?; done; exit $r'

/** Node, its program, the port and the socket: before anything else, and in nobody's way. */
const FORWARD = '"$1" "$2" "$3" "$4" </dev/null >/dev/null 2>&1 & shift 4; '

export function makeBubblewrap(options: BubblewrapOptions): Confinement {
  const { environment, clock, platform, isRoot } = options
  const path = environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'
  let untilMs = Number.NEGATIVE_INFINITY
  return {
    async examine() {
      if (clock.monotonicMs() < untilMs) return { kind: 'works' }
      const state = await examine(path, platform)
      if (state.kind === 'works') untilMs = clock.monotonicMs() + REMEMBER_MS
      return state
    },
    async enclose({ walls, folder, command, environment: variables, mayNest, isAlone, onlyTo }) {
      const mounts = layerWalls(await settleWalls(walls))
      const init = [
        findProgram('bash', path) ?? 'bash',
        '--norc',
        '--noprofile',
        '-c',
        onlyTo ? FORWARD + INIT : INIT,
        'box',
        ...(onlyTo ? [...onlyTo.forwarder, String(onlyTo.port), onlyTo.socket] : []),
        ...command,
      ]
      const program = findProgram('bwrap', path) ?? 'bwrap'
      const nesting = mayNest ? (isRoot ? 'as nobody special' : 'as itself') : 'never'
      return {
        command: composeBubblewrap({
          program,
          mounts,
          folder,
          network: onlyTo || isAlone ? 'none' : 'open',
          nesting,
          command: init,
        }),
        environment: fitEnvironment(variables),
      }
    },
  }
}

/** What names a place that is not there any more would only mislead. */
function fitEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
  const { XDG_RUNTIME_DIR: _, ...rest } = variables
  return 'TMPDIR' in rest ? { ...rest, TMPDIR: '/tmp' } : rest
}

async function examine(path: string, platform: NodeJS.Platform): Promise<ConfinementState> {
  if (platform !== 'linux')
    return {
      kind: 'missing',
      detail: 'bubblewrap is for Linux only',
      hint: 'run cmux in a Linux machine or container',
    }
  if (findProgram('bwrap', path) === undefined)
    return { kind: 'missing', detail: 'bubblewrap is missing', hint: 'install it: apt install bubblewrap' }
  if (findProgram('bash', path) === undefined)
    return {
      kind: 'missing',
      detail: 'bash is missing',
      hint: 'install bash: it starts agents inside of their walls',
    }
  const tried = await tryIt(path)
  if (tried === undefined) return { kind: 'works' }
  return {
    kind: 'missing',
    detail: `bubblewrap does not work here: ${tried}`,
    hint: 'needs version 0.8 or newer, and a kernel that lets users make namespaces (docs/operating.md)',
  }
}

/** Why not; undefined when it works. */
async function tryIt(path: string): Promise<string | undefined> {
  try {
    const { code, stderr } = await runConfined('true', [], TRY_LIMIT_MS, { cwd: '/', env: { PATH: path } })
    return code === 0 ? undefined : stderr.trim().slice(0, SAID_MAX_CHARS) || `it ended with ${code}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
