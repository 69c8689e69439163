// A pattern of paths that a project names: one that is matched in no time, since the server matches it with paths of agents.
import type { z } from 'zod'
import { findGlobExcess } from '../lib/find-glob-excess.ts'

export const glob = (text: z.ZodString) =>
  text.superRefine((value, context) => {
    const message = findGlobExcess(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
