// The rows of the route table about alerts, and about faults of pages, which become alerts.
import { z } from 'zod'
import { Alert, AlertsQuery } from './alert.ts'
import { AlertId } from '../ids.ts'
import { PageFault } from './page-fault.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer', 'agent'] as const
/** The texts of a fault, should each character take several bytes. */
const PAGE_FAULT_MAX_BYTES = 8 * 1024

const OneAlert = z.strictObject({ id: AlertId })

export const ALERT_ROUTES = {
  'GET /api/alerts': {
    summary: 'What cmux noticed by itself, what happened last first',
    access: READERS,
    query: AlertsQuery,
    answer: z.object({ items: z.array(Alert), next: z.null() }),
  },
  'GET /api/alerts/:id': {
    summary: 'One alert',
    access: READERS,
    params: OneAlert,
    answer: Alert,
  },
  'POST /api/alerts/:id/acknowledge': {
    summary: 'Somebody has seen it; should it happen again later, it is another alert',
    access: PEOPLE,
    params: OneAlert,
    answer: Alert,
  },
  'POST /api/page-faults': {
    summary:
      'The dashboard tells that something in it broke; only the release that serves is charged with it',
    access: PEOPLE,
    body: PageFault,
    bodyMaxBytes: PAGE_FAULT_MAX_BYTES,
    answer: z.null(),
    status: 204,
  },
} as const
