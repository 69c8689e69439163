// Structured logs: one JSON object a line, secrets removed from the finished line, so that no field can slip through.
import { pino, type Logger } from 'pino'
import type { Mask } from '../../lib/mask.ts'
import type { RotatingFile } from './rotating-file.ts'

export function makeLogger(file: RotatingFile, level: string, mask: Mask): Logger {
  const destination = { write: (line: string) => file.write(mask.text(line)) }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
