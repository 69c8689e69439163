import { hash } from 'node:crypto'
import type { Sha256 } from '../../core/audit/link-event.ts'

/** In one call: there is one for each event that is written. */
export const sha256: Sha256 = (text) => hash('sha256', text)
