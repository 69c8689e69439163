// Logs as people read them; `--json` gives the lines as they were written.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import colors from 'picocolors'
import { followLog, readLogTail } from '../../../host/read-log.ts'
import { followTerminal } from '../../../host/terminal/follow-terminal.ts'
import { readInstance } from '../../../host/read-instance.ts'
import { plainText } from '../../../lib/plain-text.ts'
import { printable } from '../../../lib/printable.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { NAME_PATTERN } from '../../../protocol/access/name-rule.ts'
import { connect } from '../../connect.ts'
import type { Outcome } from '../../outcome.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

const DEFAULT_LINES = 50

export const logs: RunVerb = async (call) => {
  const { args, options, environment, json } = call
  const name = args[0] ?? 'server'
  const path = join(environment.home, 'logs', `${name}.log`)
  const isName = NAME_PATTERN.test(name)
  if (isName && !existsSync(path)) return logsOfAgent(call, name)
  if (!isName) throw new CmuxError('NOT_FOUND', `there is no log ${name}`, { hint: 'try `cmux logs server`' })
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

/** What an agent's terminal shows, and with `-f` what it prints from now on. */
async function logsOfAgent({ options, environment, json }: VerbCall, name: string): Promise<Outcome> {
  const count = countFrom(options['lines'])
  const { lines } = await connect(environment).call('GET /api/agents/:name/terminal', {
    params: { name },
    query: { scrollback: count },
  })
  const shown = lines.slice(0, lines.findLastIndex((line) => line !== '') + 1).slice(-count)
  if (options['follow'] !== true) return { json: shown, text: shown.join('\n') }
  if (json) throw new CmuxError('USAGE', '--json prints one document, and a followed log never ends')
  process.stdout.write(`${shown.join('\n')}\n`)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const url = environment.url ?? readInstance(environment.home)?.url ?? ''
  const { tokenFile } = environment
  await followTerminal({ url, tokenFile, agent: name, signal: stop.signal }, (text) =>
    process.stdout.write(printable(plainText(text))),
  )
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
