// The rows of the route table that a person's day is made of: what waits for them.
import { Attention } from './attention.ts'

const READERS = ['owner', 'human', 'observer'] as const

export const WORK_ROUTES = {
  'GET /api/next': {
    summary: 'Everything that waits for a person, most urgent first, with what to type and where to look',
    access: READERS,
    answer: Attention,
  },
} as const
