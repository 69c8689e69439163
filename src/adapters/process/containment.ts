// Where there are no walls, a check still gets numbers of its own for its processes (a pid namespace): they all end with the first
// of them, also one that has left its group and its environment behind.
import { runProgram } from './run-program.ts'

type Command = readonly [program: string, ...args: string[]]

/** The first of these that works here. Who is not root needs a user namespace for it. */
const WAYS: readonly Command[] = [
  ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['unshare', '--user', '--map-current-user', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['unshare', '--user', '--map-current-user', '--pid', '--fork', '--kill-child'],
]
const TRY_LIMIT_MS = 5000
/** The first process can't be killed from inside and takes in all orphans, so it is one of ours that only waits. */
const FIRST = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'] as const

export function makeContainment(): (command: Command) => Promise<Command> {
  let way: Promise<Command | undefined> | undefined
  return async (command) => {
    const found = await (way ??= findWay())
    return found ? [found[0], ...found.slice(1), ...FIRST, ...command] : command
  }
}

async function findWay(): Promise<Command | undefined> {
  for (const way of WAYS) {
    const [program, ...args] = way
    const tried = await runProgram(program, [...args, 'true'], TRY_LIMIT_MS).catch(() => undefined)
    if (tried?.code === 0) return way
  }
  return undefined
}
