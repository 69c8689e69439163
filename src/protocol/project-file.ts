// A project's own file, `cmux.json` at the root of its main branch. docs/cmux.schema.json is made from this.
import { z } from 'zod'
import { RuntimeName } from './runtime.ts'

const CHECK_SEC_DEFAULT = 600
const CHECK_SEC_MAX = 6 * 3600
const CHECKS_MAX = 50
const GLOBS_MAX = 500

const command = z.string().min(1).max(4000)
const globs = z.array(z.string().min(1).max(500)).max(GLOBS_MAX).default([])

export const Check = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9:._-]{0,63}$/, 'must be a short word')
    .describe('how it is called in reports'),
  run: command.describe('a shell command, run at the root of the tree that is checked'),
  timeoutSec: z.number().int().min(1).max(CHECK_SEC_MAX).default(CHECK_SEC_DEFAULT),
  required: z.boolean().default(true).describe('whether a failure stops the change'),
})
export type Check = z.infer<typeof Check>

export const ProjectFile = z.strictObject({
  $schema: z.string().max(500).optional(),
  checks: z
    .array(Check)
    .max(CHECKS_MAX)
    .optional()
    .describe('without it, they are found from the usual files'),
  tiers: z
    .strictObject({ safe: globs, care: globs, forbidden: globs })
    .optional()
    .describe('how careful a change to which paths has to be'),
  service: z
    .strictObject({
      run: command,
      health: z.string().min(1).max(500).optional().describe('an address that answers 200 when it is well'),
      env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(4000)).default({}),
    })
    .optional()
    .describe('a program of the project that cmux keeps running'),
  agents: z
    .strictObject({
      runtime: RuntimeName.optional(),
      model: z.string().min(1).max(200).optional(),
      limit: z.number().int().min(1).max(1000).optional().describe('how many agents at once'),
    })
    .optional()
    .describe('defaults for agents of this project'),
})
export type ProjectFile = z.infer<typeof ProjectFile>
