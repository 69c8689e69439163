// The program inside of the walls that a process has built. A polite signal is for it: the walls would end at once, and it with them.
import { readFileSync } from 'node:fs'

/** The one outside, the first process inside, the shell that starts the program, the program. */
const STEPS_INWARDS = 3

/** The process itself when there are no walls, or when it can't be told. */
export function findInner(pid: number): number {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'bwrap') return pid
    let inner = pid
    // What the program left behind is adopted by the first process inside, too: its own child is the oldest one.
    for (let step = 0; step < STEPS_INWARDS; step++) inner = firstChild(inner) ?? inner
    return inner
  } catch {
    return pid // it ended while we looked, or this is no Linux
  }
}

function firstChild(pid: number): number | undefined {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return first === undefined || first === '' ? undefined : Number(first)
}
