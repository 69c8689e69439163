// Walls around an agent, built by bubblewrap.
import type { Confinement } from '../../core/confinement/confinement.ts'
import { diagnoseSandbox } from '../../core/confinement/diagnose-sandbox.ts'
import { layerWalls } from '../../core/confinement/layer-walls.ts'
import type { Clock } from '../../core/clock.ts'
import { findProgram } from '../process/find-program.ts'
import { composeBubblewrap } from './compose-bubblewrap.ts'
import { observeSandbox } from './observe-sandbox.ts'
import { settleWalls } from './settle-walls.ts'

export interface BubblewrapOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
}

/** Who has just installed it need not wait; who has it is not asked at each start. */
const REMEMBER_MS = 30_000

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
      const state = diagnoseSandbox(await observeSandbox({ path, platform, isRoot, environment }))
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
