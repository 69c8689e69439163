// How the CLI lays out text: columns, ages and sizes.
import { printable } from '../../lib/printable.ts'

export function layoutTable(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(printable))
  const widths = clean.reduce<number[]>(
    (sum, row) => row.map((cell, i) => Math.max(sum[i] ?? 0, cell.length)),
    [],
  )
  return clean
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
]

export function layoutDuration(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 's']
  return `${Math.floor(seconds / size)} ${name}`
}

export function layoutBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const steps = Math.min(3, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** steps).toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB'][steps]}`
}
