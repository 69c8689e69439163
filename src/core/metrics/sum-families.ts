// Processes and what they have started, summed up. Pure.
import type { FamilySight } from './machine-eyes.ts'

export interface ProcessLine {
  readonly pid: number
  readonly parent: number
  /** Its own, and that of children that it has seen end. */
  readonly cpuMs: number
  readonly memoryBytes: number
}

export function sumFamilies(
  lines: readonly ProcessLine[],
  roots: readonly number[],
): Map<number, FamilySight> {
  const families = listFamilies(lines, roots)
  return new Map(
    [...families].map(([root, members]) => [
      root,
      {
        cpuMs: members.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        memoryBytes: members.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
        processes: members.length,
      },
    ]),
  )
}

/** The processes of each family that is there, the first one first. */
export function listFamilies<Line extends Pick<ProcessLine, 'pid' | 'parent'>>(
  lines: readonly Line[],
  roots: readonly number[],
): Map<number, Line[]> {
  const byPid = new Map(lines.map((line) => [line.pid, line]))
  const children = Map.groupBy(lines, ({ parent }) => parent)
  const families = new Map<number, Line[]>()
  for (const root of roots) {
    const first = byPid.get(root)
    if (!first) continue
    const members = new Set([first])
    for (const { pid } of members) for (const child of children.get(pid) ?? []) members.add(child)
    families.set(root, [...members])
  }
  return families
}
