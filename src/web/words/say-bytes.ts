// A size as people say it.
const KIB = 1024
const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const

export function sayBytes(bytes: number): string {
  if (bytes < 2 * KIB) return `${bytes} bytes`
  const step = Math.min(UNITS.length, Math.floor(Math.log(bytes / 2) / Math.log(KIB)))
  return `${Math.round(bytes / KIB ** step)} ${UNITS[step - 1]}`
}
