// Several calls of git in one sandbox, since starting a sandbox takes longer than most of what git is asked. After each call stands a
// mark that nobody can know before, with how the call ended. Pure.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { RunResult } from '../process/run-program.ts'

/** A mark, git, and for each call the number of its words, then these. The last call has the input. */
const SCRIPT =
  'm=$1; g=$2; shift 2; while (($#)); do n=$1; if (($# > n+1)); then "$g" "${@:2:n}" </dev/null; else "$g" "${@:2:n}"; fi; printf "%s %d\\n" "$m" $?; printf "%s\\n" "$m" >&2; shift $((n+1)); done'

export interface GitBatch {
  readonly mark: string
  /** Where the programs really are: the sandbox may not show the folders of the PATH. */
  readonly bash: string
  readonly git: string
  /** The words that every call has, and those of each. */
  readonly common: readonly string[]
  readonly calls: readonly (readonly string[])[]
}

export function composeBatch({ mark, bash, git, common, calls }: GitBatch): string[] {
  const words = calls.flatMap((args) => [String(common.length + args.length), ...common, ...args])
  return [bash, '--norc', '--noprofile', '-c', SCRIPT, 'git-batch', mark, git, ...words]
}

/** As many as were called; anything else is an error. */
export function parseBatch(
  result: RunResult,
  { mark, calls }: Pick<GitBatch, 'mark' | 'calls'>,
): RunResult[] {
  const outputs = result.stdout.split(mark)
  const errors = result.stderr.split(`${mark}\n`)
  if (outputs.length !== calls.length + 1)
    throw new CmuxError(
      'GIT_FAILED',
      `git ${calls[0]?.[0]} failed: ${result.stderr.trim() || 'it was interrupted'}`,
    )
  // What follows a mark begins with the code of the call before it.
  const after = outputs.map((text) => /^ (\d+)\n/.exec(text))
  return calls.map((_, at) => ({
    code: Number(after[at + 1]?.[1]),
    stdout: outputs[at]?.slice(after[at]?.[0].length ?? 0) ?? '',
    stderr: errors[at] ?? '',
    isCut: false,
  }))
}
