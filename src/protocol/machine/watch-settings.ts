// Settings of the log watcher: which files, what to look for in them, how often, and how much of it is told.
import { z } from 'zod'
import { glob } from '../glob.ts'

const WORDS_MAX = 100
const FILES_MAX = 100

/** Plain text, as it stands in a line. */
const Words = z
  .array(
    z
      .string()
      .min(2, 'must be at least two characters')
      .max(200)
      .regex(/^[^\r\n]+$/, 'must be one line'),
  )
  .max(WORDS_MAX)

export const DEFAULT_WORDS: readonly string[] = [
  'ERROR',
  'Exception',
  'Traceback',
  'CRITICAL',
  'FAILED',
  'Unhandled',
  'Connection refused',
]

export const WatchSettings = z.strictObject({
  /** How often logs are looked at; cmux's own are looked at whenever something is written. */
  everySec: z.number().min(0.05).max(86_400).default(60),
  patterns: Words.default([...DEFAULT_WORDS]),
  /** Lines with one of these are passed over. */
  ignore: Words.default([]),
  /** Further files of this machine. */
  files: z
    .array(
      z
        .string()
        .max(4096)
        .regex(/^(?:~\/|\/)./, 'must be absolute or begin with ~/'),
    )
    .max(FILES_MAX)
    .default([]),
  /** The same fault is told again after this time, then after twice as long, and so on up to a day. */
  coolDownSec: z.number().min(0).max(86_400).default(300),
  /** No more alerts than so many in that time; the rest is counted in one. */
  stormMax: z.number().int().min(1).max(1000).default(30),
  stormSec: z.number().min(1).max(86_400).default(600),
})
export type WatchSettings = z.infer<typeof WatchSettings>

/** What a project says of its logs. Only files inside of it: cmux.json is written by agents, too. */
export const ProjectWatch = z.strictObject({
  files: z
    .array(
      glob(
        z
          .string()
          .min(1)
          .max(500)
          .regex(/^(?![/~])(?!.*(?:^|\/)\.\.(?:\/|$))/, 'must be inside of the project'),
      ),
    )
    .max(FILES_MAX)
    .describe('log files in the project, or globs such as logs/*.log'),
  patterns: Words.optional().describe('what tells of a fault, as plain text (default: watch.patterns)'),
  ignore: Words.optional().describe('lines with one of these are passed over'),
})
