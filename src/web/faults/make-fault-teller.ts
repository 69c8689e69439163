// Tells the server of faults without flooding it: each fault at once when it is new, then how often it came since, and no more from one
// page than a few.
import { PAGE_FAULT_LIMITS } from '../../protocol/alerts/page-fault-limits.ts'
import type { SeenFault } from './describe-fault.ts'

export interface FaultTellerDeps {
  /** Resolves with false when it did not reach the server. */
  readonly send: (fault: SeenFault, count: number) => Promise<boolean>
  readonly later: (run: () => void) => void
}

export interface FaultTeller {
  take(fault: SeenFault): void
}

/** Of one page, until it is loaded anew. */
const DIFFERENT_MAX = 10
const SENT_MAX = 30

interface Told {
  /** How often it came and was not told. */
  count: number
  /** It is being told, or was a moment ago. */
  isBusy: boolean
}

export function makeFaultTeller({ send, later }: FaultTellerDeps): FaultTeller {
  const known = new Map<string, Told>()
  let sent = 0
  const tell = async (fault: SeenFault, told: Told) => {
    const { count } = told
    told.isBusy = count > 0 && sent < SENT_MAX
    if (!told.isBusy) return
    sent += 1
    told.count = 0
    if (!(await send(fault, count))) add(told, count)
    later(() => void tell(fault, told))
  }
  return {
    take(fault) {
      const name = `${fault.kind} ${fault.message} ${fault.where}`
      const told = known.get(name) ?? { count: 0, isBusy: false }
      if (known.size >= DIFFERENT_MAX && !known.has(name)) return
      known.set(name, told)
      add(told, 1)
      if (!told.isBusy) void tell(fault, told)
    },
  }
}

function add(told: Told, count: number): void {
  told.count = Math.min(told.count + count, PAGE_FAULT_LIMITS.count)
}
