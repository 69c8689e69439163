// The rows of the route table about the machine: what was measured of it, and where it is not as it should be.
import { z } from 'zod'
import { Discrepancies, FixDiscrepancies, FixedDiscrepancies } from '../alerts/discrepancy.ts'
import { MetricsQuery, MetricsReport } from './metrics.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const

export const MACHINE_ROUTES = {
  'GET /metrics': {
    summary: 'Prometheus metrics',
    access: READERS,
    answer: z.string(),
    speaks: 'text',
  },
  'GET /api/metrics': {
    summary:
      'What was measured between two moments, of the machine and cmux or of one agent: series, thinned for drawing without losing peaks',
    access: READERS,
    query: MetricsQuery,
    answer: MetricsReport,
  },
  'GET /api/discrepancies': {
    summary:
      'Where what is written down and what is there differ, with the command that mends it; only what two looks have found',
    access: READERS,
    answer: Discrepancies,
  },
  'POST /api/discrepancies/fix': {
    summary: 'Mends what can be mended without loss: all of it, or what is named',
    access: PEOPLE,
    body: FixDiscrepancies,
    answer: FixedDiscrepancies,
  },
} as const
