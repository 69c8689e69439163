// The sandbox around git, on this machine: whether it works, and how a command is started in it.
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import {
  composeGitSandbox,
  listSystemOf,
  type SandboxPlace,
  type SystemPlace,
} from '../../lib/git/compose-git-sandbox.ts'
import { findProgram } from '../process/find-program.ts'
import { runProgram } from '../process/run-program.ts'

interface GitSandboxOrder {
  readonly places: readonly SandboxPlace[]
  readonly folder: string
  readonly isForOther: boolean
  readonly diesWithParent: boolean
  readonly command: readonly string[]
}

export interface GitSandboxes {
  /** Where the programs really are. */
  readonly bash: string
  readonly git: string
  /** Why git runs without one; undefined when it works. */
  gap(): Promise<string | undefined>
  compose(order: GitSandboxOrder): [string, ...string[]]
}

const TRY_LIMIT_MS = 10_000
/** After this, somebody may have installed it. */
const TRY_AGAIN_MS = 30_000
const SAID_MAX_CHARS = 200

export function makeGitSandboxes(path: string): GitSandboxes {
  const bubblewrap = () => findProgram('bwrap', path)
  const [bash, git] = [findReal('bash', path), findReal('git', path)]
  const system = listSystemOf(git, describePlace)
  const compose: GitSandboxes['compose'] = (order) =>
    composeGitSandbox({ ...order, bubblewrap: bubblewrap() ?? 'bwrap', system })
  const examine = async () => {
    if (bubblewrap() === undefined) return 'bubblewrap is missing'
    if (findProgram('bash', path) === undefined) return 'bash is missing'
    const order = {
      places: [],
      folder: '/',
      isForOther: false,
      diesWithParent: true,
      command: [git, '--version'],
    }
    const [program, ...words] = compose(order)
    try {
      const { code, stderr } = await runProgram(program, words, TRY_LIMIT_MS, {
        cwd: '/',
        env: { PATH: path },
      })
      if (code === 0) return undefined
      return `bubblewrap does not work here: ${stderr.trim().slice(0, SAID_MAX_CHARS) || `it ended with ${code}`}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  let known: { readonly answer: Promise<string | undefined>; readonly atMs: number } | undefined
  return {
    bash,
    git,
    compose,
    async gap() {
      const isStale =
        known && (await known.answer) !== undefined && performance.now() - known.atMs > TRY_AGAIN_MS
      if (!known || isStale) known = { answer: examine(), atMs: performance.now() }
      return known.answer
    },
  }
}

function describePlace(path: string): Pick<SystemPlace, 'link'> | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : {}
  } catch {
    return undefined // this system has none
  }
}

function findReal(name: string, path: string): string {
  const found = findProgram(name, path) ?? name
  try {
    return realpathSync(found)
  } catch {
    return found // examined later, with an answer for people
  }
}
