// Which programs the demo agent runs: those that can do no harm, on files of its own folder.

const HARMLESS = 'cat date echo false head ls mkdir pwd seq sleep sort tail touch true wc'.split(' ')
const GIT_READS = ['status', 'log', 'diff', 'show']
/** Others of git's options write files or start programs. */
const GIT_OPTION = /^(-\d+|--(oneline|stat|short|cached|name-only|porcelain|all))$/

/** What is wrong with it, in plain words; undefined when it may run. `extra` are programs that whoever started the agent added. */
export function judgeCommand(words: readonly string[], extra: readonly string[]): string | undefined {
  const [program, ...args] = words
  if (program === undefined) return 'run needs a program'
  if (extra.includes(program)) return undefined
  const outside = args.find((word) => word.startsWith('/') || word.split('/').includes('..'))
  if (outside !== undefined) return `${outside} is outside of the agent's folder`
  if (program === 'git') return judgeGit(args)
  return HARMLESS.includes(program)
    ? undefined
    : `${program} is not one of ${[...HARMLESS, 'git', ...extra].join(', ')}`
}

function judgeGit([verb = '', ...args]: readonly string[]): string | undefined {
  if (!GIT_READS.includes(verb)) return `git ${verb} is not one of ${GIT_READS.join(', ')}`
  const option = args.find((word) => word.startsWith('-') && !GIT_OPTION.test(word))
  return option === undefined ? undefined : `git ${verb} with ${option} is not for the demo agent`
}
