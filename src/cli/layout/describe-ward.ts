// A service in a line.
import { printable } from '../../lib/printable.ts'
import type { Ward } from '../../protocol/wards/ward.ts'

export function describeWard({ project, status, why, port, serving }: Ward): string {
  const where = port === null ? '' : ` · http://127.0.0.1:${port}`
  const commit = serving === null ? '' : ` · ${serving.slice(0, 12)}`
  const reason = why === null ? '' : `: ${printable(why)}`
  return `${project} is ${status.replace('_', ' ')}${reason}${where}${commit}`
}
