// Every setting with its default, in one place. `config.json`, `CMUX_*` variables and flags all become this.
import { z } from 'zod'

/** The first port tried; when it is taken on the very first start, the next free one is kept instead. */
const DEFAULT_PORT = 8000

const seconds = (fallback: number, max = 86_400) => z.number().min(0.01).max(max).default(fallback)

export const Config = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.number().int().min(0).max(65_535).default(DEFAULT_PORT),
  /** Further names, with port where it is not the server's own, under which browsers may call. */
  allowedHosts: z.array(z.string().min(1).max(260)).max(32).default([]),
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
      maxBytes: z
        .number()
        .int()
        .min(4096)
        .default(10 * 1024 * 1024),
      keep: z.number().int().min(1).max(100).default(5),
    })
    .prefault({}),
  limits: z
    .strictObject({
      requestsPerSec: z.number().min(1).default(200),
      requestBurst: z.number().int().min(1).default(400),
      failedLoginsPerMin: z.number().min(1).default(30),
      streams: z.number().int().min(1).max(10_000).default(256),
      slowReaderSec: seconds(30),
    })
    .prefault({}),
  login: z
    .strictObject({
      linkSec: seconds(600),
      sessionSec: seconds(30 * 86_400, 366 * 86_400),
    })
    .prefault({}),
  backups: z
    .strictObject({
      everySec: seconds(86_400, 366 * 86_400),
      keep: z.number().int().min(1).max(1000).default(7),
    })
    .prefault({}),
})
export type Config = z.infer<typeof Config>
