// Logs as people read them; `--json` gives the lines as they were written.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import colors from 'picocolors'
import { followLog, readLogTail } from '../../host/read-log.ts'
import { printable } from '../../lib/printable.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { RunVerb } from '../verb.ts'

const DEFAULT_LINES = 50

export const logs: RunVerb = async ({ args, options, environment, json }) => {
  const name = args[0] ?? 'server'
  const path = join(environment.home, 'logs', `${name}.log`)
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name) || !existsSync(path))
    throw new CmuxError('NOT_FOUND', `there is no log ${name}`, { hint: 'try `cmux logs server`' })
  const lines = readLogTail(path, countFrom(options['lines']))
  if (options['follow'] !== true) {
    return {
      json: lines.map((line) => parseLine(line) ?? { msg: line }),
      text: lines.map(layoutLine).join('\n'),
    }
  }
  if (json) throw new CmuxError('USAGE', '--json prints one document, and a followed log never ends')
  for (const line of lines) process.stdout.write(`${layoutLine(line)}\n`)
  await follow(path)
  return { printed: true, exitCode: 0 }
}

function countFrom(option: string | boolean | undefined): number {
  if (option === undefined) return DEFAULT_LINES
  const count = Number(option)
  if (Number.isInteger(count) && count > 0) return count
  throw new CmuxError('USAGE', `--lines takes a number above 0, not ${String(option)}`)
}

async function follow(path: string): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  for await (const line of followLog(path, stop.signal)) process.stdout.write(`${layoutLine(line)}\n`)
}

interface Entry {
  readonly time?: string
  readonly level?: number
  readonly msg?: string
}

const LEVELS: Readonly<Record<number, string>> = {
  20: colors.dim('debug'),
  30: 'info ',
  40: colors.yellow('warn '),
  50: colors.red('error'),
  60: colors.red('fatal'),
}

function layoutLine(line: string): string {
  const entry = parseLine(line)
  if (!entry) return printable(line)
  const { time = '', level = 0, msg = '', ...rest } = entry
  const more = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const words = printable([msg, ...more].join(' '))
  return `${colors.dim(time.slice(11, 23))} ${LEVELS[level] ?? ''} ${words}`
}

function parseLine(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined // a line cut off by a crash is shown as it is
  }
}
