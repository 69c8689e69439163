// A project's own file, `cmux.json` at the root of its main branch. docs/cmux.schema.json is made from this.
import { z } from 'zod'
import { RuntimeName } from './agents/runtime.ts'
import { glob } from './glob.ts'
import { ProjectWatch } from './machine/watch-settings.ts'

const CHECK_SEC_DEFAULT = 600
const CHECK_SEC_MAX = 6 * 3600
const CHECKS_MAX = 50
const GLOBS_MAX = 500

const SERVICE_SEC_MAX = 24 * 3600
/** A path, or an address on this machine; `{port}` in it stands for the port that the program was given. */
const HEALTH = /^(http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:(\d{1,5}|\{port\}))?)?\/[\x21-\x7e]*$/

const seconds = (otherwise: number) => z.number().min(0.05).max(SERVICE_SEC_MAX).default(otherwise)
const command = z.string().min(1).max(4000)
const globs = z
  .array(glob(z.string().min(1).max(500)))
  .max(GLOBS_MAX)
  .default([])

export const Check = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9:._-]{0,63}$/, 'must be a short word')
    .describe('how it is called in reports'),
  run: command.describe('a shell command, run at the root of the tree that is checked'),
  timeoutSec: z.number().int().min(1).max(CHECK_SEC_MAX).default(CHECK_SEC_DEFAULT),
  required: z.boolean().default(true).describe('whether a failure stops the change'),
  onCommit: z.boolean().optional().describe('whether the pre-commit hook runs it, too'),
})
export type Check = z.infer<typeof Check>

const Reviewer = z.enum(['none', 'agent', 'human'])

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
      health: z
        .string()
        .max(500)
        .regex(HEALTH, 'must be a path such as /health, or an address such as http://127.0.0.1:3000/health')
        .optional()
        .describe('a path or an address that answers 2xx when it is well; its port is where people reach it'),
      env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(4000)).default({}),
      port: z
        .number()
        .int()
        .min(1)
        .max(65_535)
        .optional()
        .describe(
          'where people reach it (default: a free one, which is kept); the program itself listens on PORT',
        ),
      readySec: seconds(15).describe('so soon after its start it has to be well'),
      probeEverySec: seconds(1).describe('how often it is asked how it is'),
      soakSec: z.number().min(0).max(SERVICE_SEC_MAX).default(60).describe('so long a change is watched'),
      restartDelaySec: z
        .number()
        .min(0)
        .max(SERVICE_SEC_MAX)
        .optional()
        .describe('between the word that a change will run and its start (default: improve.restartDelaySec)'),
    })
    .optional()
    .describe('a program of the project that cmux keeps running'),
  wiredIn: z
    .union([
      z.literal(false),
      z.strictObject({
        run: command
          .optional()
          .describe('prints what nothing uses, a line each; without it, knip where it is installed'),
        timeoutSec: z.number().int().min(1).max(CHECK_SEC_MAX).optional(),
        required: z.boolean().optional(),
      }),
    ])
    .optional()
    .describe('whether a change may bring what nothing uses; only what is new counts'),
  agents: z
    .strictObject({
      runtime: RuntimeName.optional(),
      model: z.string().min(1).max(200).optional(),
      limit: z.number().int().min(1).max(1000).optional().describe('how many agents at once'),
    })
    .optional()
    .describe('defaults for agents of this project'),
  review: z
    .strictObject({ safe: Reviewer.default('none'), care: Reviewer.default('agent') })
    .optional()
    .describe('who looks at a change before it is adopted; what is forbidden is always for a person'),
  merging: z
    .enum(['rebase', 'squash', 'merge'])
    .optional()
    .describe(
      'how the commits of a branch come onto the main branch: one by one (the default), as one commit, or by a merge commit',
    ),
  watch: ProjectWatch.optional().describe('logs of the project that cmux looks at for faults'),
})
/** What the file says of the project's service. */
export type ServiceRules = NonNullable<z.infer<typeof ProjectFile>['service']>
export type ProjectFile = z.infer<typeof ProjectFile>
