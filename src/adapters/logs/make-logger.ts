// Structured logs: one JSON object a line, secrets removed from the finished line, so that no field can slip through.
import { pino, type Logger, type LoggerOptions } from 'pino'
import type { Mask } from '../../lib/mask.ts'
import type { RotatingFile } from './rotating-file.ts'

const INFO = 30

/** Whether an error has to come and is no fault: it is logged for information, and raises no alert. */
export type IsExpected = (error: unknown) => boolean

export function makeLogger(
  file: RotatingFile,
  level: string,
  mask: Mask,
  isExpected: IsExpected = () => false,
): Logger {
  const destination = { write: (line: string) => file.write(mask.text(line)) }
  const hooks = makeHooks(isExpected)
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks }, destination)
}

function makeHooks(isExpected: IsExpected): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(args, method, level) {
      const [first] = args as readonly unknown[]
      const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
      if (level > INFO && error !== undefined && isExpected(error)) this.info(...args)
      else method.apply(this, args)
    },
  }
}
