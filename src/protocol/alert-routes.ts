// The rows of the route table about alerts.
import { z } from 'zod'
import { Alert, AlertsQuery } from './alert.ts'
import { AlertId } from './ids.ts'

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer', 'agent'] as const
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
} as const
