// `HOME/instance.json`: where the running server is. A hint, not a proof: whoever reads it verifies (P9).
import type { Timestamp } from './timestamp.ts'

export interface Instance {
  url: string
  pid: number
  port: number
  startedAt: Timestamp
}
