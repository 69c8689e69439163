// Who ended a process: the program itself, or somebody outside of it.

/** `killed`: a person, a shell or another program sent a signal. `out of memory`: the kernel did. */
export type OutsideEnd = 'killed' | 'out of memory'

/** Signals that are sent on purpose. The others, such as SIGSEGV and SIGABRT, come from what the program does itself. */
const SENT: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])

/** `ranOut`: the kernel has killed for want of memory lately. It does so with SIGKILL. */
export function judgeEnd(signal: string | null, ranOut: boolean): OutsideEnd | undefined {
  if (!SENT.has(signal)) return undefined
  return signal === 'SIGKILL' && ranOut ? 'out of memory' : 'killed'
}
