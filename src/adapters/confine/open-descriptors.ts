// A command with files open on descriptors: tmux and `spawn` start commands, and neither opens files for them. Pure.

export interface OpenFile {
  /** One digit: more is not known to every shell. */
  readonly descriptor: number
  readonly path: string
}

/** What the shell does first: words of `sh`, in which `$1` and so on are its own arguments. */
export interface Prelude {
  readonly script: string
  readonly args: readonly string[]
}

const NOTHING: Prelude = { script: ':', args: [] }

/** The shell only opens the files and becomes the command. A file that is not there ends it. */
export function openDescriptors(
  files: readonly OpenFile[],
  command: readonly [string, ...string[]],
  prelude: Prelude = NOTHING,
): [string, ...string[]] {
  if (files.length === 0 && prelude === NOTHING) return [...command]
  const opened = files.map(({ descriptor }, index) => ` ${descriptor}<"$${index + 1}"`).join('')
  const steps = [
    prelude.script,
    `shift ${prelude.args.length}`,
    `exec${opened}`,
    `shift ${files.length}`,
    'exec "$@"',
  ]
  const args = [...prelude.args, ...files.map(({ path }) => path)]
  return ['/bin/sh', '-c', steps.join('; '), 'sandbox', ...args, ...command]
}
