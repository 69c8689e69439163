// The latest findings about the environment: looked at again when they are old, without keeping anybody waiting.
import type { Finding } from './mind/judge-environment.ts'

/** The machine is not examined more often than this, however often somebody asks. */
const FRESH_MS = 10_000

export interface Diagnosis {
  /** Waits only for the very first examination. */
  latest(): Promise<readonly Finding[]>
}

export function makeDiagnosis(examine: () => Promise<readonly Finding[]>, nowMs: () => number): Diagnosis {
  let startedMs = nowMs()
  let running = true
  const first = examine()
  let found: Promise<readonly Finding[]> = first
  const settle = () => {
    running = false
  }
  void first.finally(settle)
  const again = async () => {
    running = true
    startedMs = nowMs()
    try {
      const findings = await examine()
      found = Promise.resolve(findings)
    } finally {
      settle()
    }
  }
  return {
    latest() {
      if (!running && nowMs() - startedMs >= FRESH_MS) void again()
      return found
    },
  }
}
